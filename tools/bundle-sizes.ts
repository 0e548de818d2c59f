import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

/**
 * What a browser loads of scripts and styles before a screen is there, from the build's own list of which
 * file needs which. Exits 1 when a screen needs more than it may (docs/BENCH.md).
 */
const DIST = 'packages/web/dist'

/** A screen's parts: what index.html loads, and what is loaded after it without anybody opening anything. */
const SCREENS = [
  { address: '/login', parts: ['index'], mostKb: 120 },
  {
    address: '/dashboard',
    parts: ['index', 'app', 'all-tenants-page'],
    mostKb: 300,
  },
]

/** Loaded by index.html, but no part of the build: it is copied as it is. */
const COPIED = ['early.js']

const Part = z.object({
  name: z.string().optional(),
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const manifest = z
  .record(z.string(), Part)
  .parse(JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')))

for (const { address, parts, mostKb } of SCREENS) {
  const files = filesOf(parts)
  const kb = files.reduce((sum, file) => sum + gzipSizeOf(file), 0) / 1_000
  const isTooLarge = kb > mostKb
  if (isTooLarge) process.exitCode = 1
  console.log(
    `${isTooLarge ? 'FAILED' : 'ok    '} ${address} loads ${kb.toFixed(1)} kB of at most ${mostKb} kB gzip in ${files.length} files`,
  )
  if (isTooLarge) printLargest(files)
}

function filesOf(names: readonly string[]): string[] {
  const files = new Set(COPIED)
  const seen = new Set<string>()
  const add = (key: string) => {
    const part = manifest[key]
    if (part === undefined || seen.has(key)) return
    seen.add(key)
    for (const file of [part.file, ...part.css]) files.add(file)
    part.imports.forEach(add)
  }
  for (const name of names) add(keyOf(name))
  return [...files]
}

/** A name that is gone, or means two things, would measure less than is loaded. */
function keyOf(name: string): string {
  const [key, ...others] = Object.keys(manifest).filter((each) => manifest[each]?.name === name)
  if (key === undefined || others.length > 0)
    throw new Error(`The build should have one part called ${name}`)
  return key
}

/** What the server sends: the build has each file compressed beside it. */
function gzipSizeOf(file: string): number {
  const compressed = path.join(DIST, `${file}.gz`)
  if (!existsSync(compressed)) throw new Error(`${compressed} is not there: was it built?`)
  return statSync(compressed).size
}

function printLargest(files: readonly string[]): void {
  const bySize = files
    .map((file) => ({ file, size: gzipSizeOf(file) }))
    .toSorted((a, b) => b.size - a.size)
  for (const { file, size } of bySize.slice(0, 10))
    console.log(`       ${(size / 1_000).toFixed(1).padStart(6)} kB ${file}`)
}
