import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { importsOf, refusalOf } from './layers.ts'

/** Prints every import that runs in a forbidden direction and exits 1 if there is one. */
const refusals = globSync('packages/*/src/**/*.{ts,tsx}').flatMap((file) =>
  importsOf(readFileSync(file, 'utf8')).flatMap(({ specifier, isTypeOnly, names }) => {
    const to = targetOf(file, specifier)
    const refusal = to === undefined ? undefined : refusalOf({ from: file, to, isTypeOnly, names })
    return refusal === undefined ? [] : [`${file} imports ${specifier}: ${refusal}`]
  }),
)

for (const refusal of refusals) console.error(refusal)
process.exitCode = refusals.length > 0 ? 1 : 0

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, packageName, path] = /^@tenantscope\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return packageName === undefined ? undefined : `packages/${packageName}/src/${path ?? ''}.ts`
}
