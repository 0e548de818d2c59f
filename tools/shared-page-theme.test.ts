import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { darkTheme, lightTheme } from '../packages/web/src/ui/theme.ts'

/** The page of shared reports has the look of Fluent without loading it. */
const css = readFileSync('packages/web/src/pages/shared-report/shared-report.css', 'utf8')
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')

/** Returns the variables of the first rule in a part of the style sheet. */
function variablesIn(part: string): [name: string, value: string][] {
  const [, declarations = ''] = /:root \{([^}]*)\}/u.exec(part) ?? []
  return Array.from(declarations.matchAll(/--(\w+):\s*([^;]+);/gu), ([, name = '', value = '']) => [
    name,
    value,
  ])
}

const nameOf = ([name]: [string, string]): string => name

test.each([
  ['light', variablesIn(light), lightTheme],
  ['dark', variablesIn(dark), darkTheme],
] as const)('its %s values are those of the theme', (_, variables, theme) => {
  const values = new Map<string, unknown>(Object.entries(theme))
  expect(variables.length).toBeGreaterThan(15)
  for (const [name, value] of variables) expect([name, value]).toEqual([name, values.get(name)])
})

test('its dark theme has its own value for every color', () => {
  const colors = variablesIn(light).map(nameOf)
  expect(variablesIn(dark).map(nameOf)).toEqual(colors.filter((name) => !name.startsWith('font')))
})

test('every used variable has a value', () => {
  const names = variablesIn(light).map(nameOf)
  const used = Array.from(css.matchAll(/var\(--(\w+)\)/gu), ([, name]) => name ?? '')
  expect(used.filter((name) => !names.includes(name))).toEqual([])
})
