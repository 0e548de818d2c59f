import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { MOST_QUARANTINED, QUARANTINE } from './quarantine.ts'
import {
  EMBEDDED_FILES,
  JOURNEYS,
  journeyPattern,
  SERVER_FILES_LEFT_OUT,
  UNIT_FILES_LEFT_OUT,
  WEB_FILES_LEFT_OUT,
} from './test-tiers.ts'

const leftOut: Readonly<Record<string, string>> = {
  ...UNIT_FILES_LEFT_OUT,
  ...SERVER_FILES_LEFT_OUT,
  ...WEB_FILES_LEFT_OUT,
}

test('each listed file exists, and what is left out names a file of npm test, or none', () => {
  const covering = Object.values(leftOut).filter((file) => file !== 'none')
  const missing = [...Object.keys(leftOut), ...EMBEDDED_FILES, ...covering].filter(
    (pattern) => globSync(pattern).length === 0,
  )
  expect(missing).toEqual([])
  expect(covering.filter((file) => Object.hasOwn(leftOut, file))).toEqual([])
})

test('each listed journey exists once in its file', () => {
  const missing = Object.entries(JOURNEYS).flatMap(([file, titles]) => {
    const source = readFileSync(join('e2e', file), 'utf8')
    return titles.filter((title) => {
      const own = title.replace(/^\d+ px /, '')
      return source.split(`'${own}'`).length + source.split(`"${own}"`).length !== 3
    })
  })
  expect(missing).toEqual([])
})

test('a journey is chosen by its whole title and its file', () => {
  const pattern = journeyPattern()
  expect(
    pattern.test(
      'demo search.spec.ts Ctrl+K leads by the keyboard alone to a tenant, a license and a policy',
    ),
  ).toBe(true)
  expect(pattern.test('demo search.spec.ts Ctrl+K leads by the keyboard alone')).toBe(false)
  expect(
    pattern.test(
      'demo shares.spec.ts Ctrl+K leads by the keyboard alone to a tenant, a license and a policy',
    ),
  ).toBe(false)
})

test('the quarantine is short, and each of its tests exists and has a reason and a date', () => {
  expect(QUARANTINE.length).toBeLessThanOrEqual(MOST_QUARANTINED)
  for (const { file, test: name, reason, since } of QUARANTINE) {
    const path =
      file.startsWith('packages/') || file.startsWith('tools/') ? file : join('e2e', file)
    const source = readFileSync(path, 'utf8')
    const endsOfName = name.split(' ').map((_, index, words) => words.slice(index).join(' '))
    expect(endsOfName.some((title) => source.includes(`'${title}'`))).toBe(true)
    expect(reason.length).toBeGreaterThan(20)
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
