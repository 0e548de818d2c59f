import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

/**
 * What a browser loads of scripts and styles before a screen is there, from the build's own lists of which
 * file needs which. Exits 1 when a screen needs more than it may (docs/BENCH.md).
 */
const { dist: DIST } = parseArgs({
  options: { dist: { type: 'string', default: 'packages/web/dist' } },
}).values

/** Loaded by index.html, but no part of the build: it is copied as it is. */
const APP = { manifest: 'manifest.json', copied: ['early.js'] }
const SHARED_PAGE = { manifest: 'shared-manifest.json', copied: [] }

/** A screen's parts: what its page loads, and what is loaded after it without anybody opening anything. */
const SCREENS = [
  { address: '/login', of: APP, parts: ['index'], mostKb: 120 },
  {
    address: '/dashboard',
    of: APP,
    parts: ['index', 'app', 'all-tenants-page'],
    mostKb: 300,
  },
  { address: '/shared/:token', of: SHARED_PAGE, parts: ['shared'], mostKb: 120 },
]

const Part = z.object({
  name: z.string().optional(),
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Part)

for (const { address, of, parts, mostKb } of SCREENS) {
  const files = [...of.copied, ...filesOf(of.manifest, parts)]
  const kb = files.reduce((sum, file) => sum + gzipSizeOf(file), 0) / 1_000
  const isTooLarge = kb > mostKb
  if (isTooLarge) process.exitCode = 1
  console.log(
    `${isTooLarge ? 'FAILED' : 'ok    '} ${address} loads ${kb.toFixed(1)} kB of at most ${mostKb} kB gzip in ${files.length} files`,
  )
  if (isTooLarge) printLargest(files)
}

function filesOf(list: string, names: readonly string[]): string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(`${DIST}/.vite/${list}`, 'utf8')))
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    const part = manifest[key]
    if (part === undefined || seen.has(key)) return
    seen.add(key)
    for (const file of [part.file, ...part.css]) files.add(file)
    part.imports.forEach(add)
  }
  for (const name of names) add(keyOf(manifest, name))
  return [...files]
}

/** A name that is gone, or means two things, would measure less than is loaded. */
function keyOf(manifest: z.infer<typeof Manifest>, name: string): string {
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
