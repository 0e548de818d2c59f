import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { circlesIn, importsOf, refusalOf } from './layers.ts'
import { tableRefusal } from './tables.ts'

/** Prints imports in a forbidden direction, files in a circle and tables outside DataTable; exits with 1 on any. */
const textByFile = new Map(
  globSync('packages/*/src/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]),
)
const importsByFile = new Map(Array.from(textByFile, ([file, text]) => [file, importsOf(text)]))
const refusals = [...importsByFile].flatMap(([file, imports]) =>
  imports.flatMap(({ specifier, isTypeOnly, names }) => {
    const to = targetOf(file, specifier)
    const refusal = to === undefined ? undefined : refusalOf({ from: file, to, isTypeOnly, names })
    return refusal === undefined ? [] : [`${file} imports ${specifier}: ${refusal}`]
  }),
)

const circular = circlesIn(
  new Map(
    Array.from(importsByFile, ([file, imports]) => [
      file,
      imports.flatMap(({ specifier }) => targetOf(file, specifier) ?? []),
    ]),
  ),
)
refusals.push(...circular.map((file) => `${file} is in a circle of imports`))

for (const [file, text] of textByFile) {
  const refusal = tableRefusal(file, text)
  if (refusal !== undefined) refusals.push(`${file}: ${refusal}`)
}

for (const refusal of refusals) console.error(refusal)
process.exitCode = refusals.length > 0 ? 1 : 0

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, packageName, path] = /^@tenantscope\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return packageName === undefined ? undefined : `packages/${packageName}/src/${path ?? ''}.ts`
}
