import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const run = promisify(execFile)

const Config = z.looseObject({
  plugins: z.array(z.string()),
  rules: z.record(z.string(), z.unknown()),
})

/** Returns what oxlint prints for a component, by our rule about forms alone. */
async function lint(source: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lint-forms-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { plugins, rules } = Config.parse(JSON.parse(readFileSync('.oxlintrc.json', 'utf8')))
  const rule = 'react/forbid-elements'
  writeFileSync(
    path.join(folder, '.oxlintrc.json'),
    JSON.stringify({ plugins, rules: { [rule]: rules[rule] } }),
  )
  writeFileSync(path.join(folder, 'page.tsx'), source)
  const oxlint = path.resolve('node_modules/.bin/oxlint')
  const { stdout } = await run(oxlint, ['--config', '.oxlintrc.json'], { cwd: folder }).catch(
    (failure: unknown) => z.object({ stdout: z.string() }).parse(failure),
  )
  return stdout
}

test.each([
  ['an element', 'export const Page = () => <form onSubmit={() => undefined} />'],
  ['a call', "import { createElement } from 'react'\nexport const page = createElement('form')"],
])('lint refuses a form that the kit does not send, as %s', async (_, source) => {
  expect(await lint(source)).toContain('use Form or FormDialog of packages/web/src/ui')
})

test('lint accepts what contains no form', async () => {
  expect(await lint('export const Page = () => <div />')).not.toContain('use Form')
})

const WEB = 'packages/web/src'
/** The kit's own submit button, and the one of the shared page, whose form the kit guards. */
const SUBMITTING = ['ui/form/form.tsx', 'pages/shared-report/shared-report-page.tsx']

/** Returns the opening tags of buttons that start an action without the kit's guard. */
function unguardedIn(source: string): string[] {
  return Array.from(source.matchAll(/<(?:Button|ToolbarButton|button)\b/gu))
    .map(({ index }) => openingTag(source.slice(index)))
    .filter((tag) => /type="submit"|onClick=\{[^}]*\bmutate(?:Async)?\(/u.test(tag))
}

/** Returns the tag up to its end, which is the first `>` outside of braces that is not an arrow's. */
function openingTag(source: string): string {
  let depth = 0
  for (const [index, sign] of Array.from(source).entries()) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (sign === '>' && depth === 0) return source.slice(0, index + 1)
  }
  return source
}

test.each([
  ['a submit button', '<Button type="submit">Save</Button>'],
  ['an action at once', '<Button size="small" onClick={() => save.mutate()}>Save</Button>'],
  ['an action with values', '<Button onClick={() => void save.mutateAsync({ a })}>Save</Button>'],
])('a button that is not the kit’s is refused: %s', (_, source) => {
  expect(unguardedIn(source)).toHaveLength(1)
})

test('only the kit’s buttons submit a form or start an action: ActionButton ignores a second click', () => {
  const found = globSync('**/*.tsx', { cwd: WEB })
    .filter((file) => !/\.test\.tsx$|^testing\//u.test(file) && !SUBMITTING.includes(file))
    .flatMap((file) =>
      unguardedIn(readFileSync(path.join(WEB, file), 'utf8')).map((tag) => `${file}: ${tag}`),
    )
  expect(found).toEqual([])
})

test.each([
  [
    'the fields of a refusal are read by one function',
    /\bbody\??\.fields\b/u,
    'lib/body-problems.ts',
  ],
  ['a conflict is shown by one bar', /Changed by another user|Load newer/u, 'ui/save-problem.tsx'],
])('%s', (_, pattern, place) => {
  const found = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter(
    (file) =>
      !/\.test\.tsx?$|^testing\//u.test(file) &&
      pattern.test(readFileSync(path.join(WEB, file), 'utf8')),
  )
  expect(found).toEqual([place])
})
