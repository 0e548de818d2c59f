import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

/**
 * Measures the scripts and styles that a browser loads before a screen is shown, from the manifests of
 * the build. Exits with 1 when a screen exceeds its limit (docs/BENCH.md).
 */
const { dist: DIST } = parseArgs({
  options: { dist: { type: 'string', default: 'packages/web/dist' } },
}).values

/** Files loaded by index.html that are copied without being built. */
const APP = { manifest: 'manifest.json', copied: ['early.js'] }
const SHARED_PAGE = { manifest: 'shared-manifest.json', copied: [] }

/** The parts of each screen: those that its page loads, and those loaded later without a user action. */
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

/** Throws for a missing or ambiguous name, which would measure less than is loaded. */
function keyOf(manifest: z.infer<typeof Manifest>, name: string): string {
  const [key, ...others] = Object.keys(manifest).filter((each) => manifest[each]?.name === name)
  if (key === undefined || others.length > 0)
    throw new Error(`The build must have exactly one part named ${name}`)
  return key
}

/** Returns the size of the compressed file that the server sends; the build writes it next to each file. */
function gzipSizeOf(file: string): number {
  const compressed = path.join(DIST, `${file}.gz`)
  if (!existsSync(compressed))
    throw new Error(`${compressed} does not exist. Build the web part first.`)
  return statSync(compressed).size
}

function printLargest(files: readonly string[]): void {
  const bySize = files
    .map((file) => ({ file, size: gzipSizeOf(file) }))
    .toSorted((a, b) => b.size - a.size)
  for (const { file, size } of bySize.slice(0, 10))
    console.log(`       ${(size / 1_000).toFixed(1).padStart(6)} kB ${file}`)
}
