import { PostureChange, ShownVerdict } from '@tenantscope/contract/posture'
import { expect, test } from 'vitest'

import { AREA_NAMES, areaName, areaOf } from './areas.ts'
import { CHECKS } from './catalogue.ts'
import { FRAMEWORKS, isOfFramework } from './frameworks.ts'
import { changeText, verdictText } from './posture-text.ts'

test('every check belongs to an area with a name, and every area has checks', () => {
  const areas = new Set(CHECKS.map(({ id }) => areaOf(id)))
  expect(areas).toEqual(new Set(Object.keys(AREA_NAMES)))
})

test('a check of an unknown area is named by the first part of its ID', () => {
  expect(areaOf('exo.mailbox')).toBeNull()
  expect(areaName('exo.mailbox')).toBe('exo')
  expect(areaName('ca.mfa-all-users')).toBe('Conditional Access')
  expect(areaOf('toString.x')).toBeNull()
})

test('verdicts and changes have different words', () => {
  const verdicts = [...ShownVerdict.options, null].map(verdictText)
  expect(new Set(verdicts).size).toBe(verdicts.length)
  const changes = PostureChange.options.map(changeText)
  expect(new Set(changes).size).toBe(changes.length)
})

test('every reference belongs to one benchmark, and every benchmark is cited', () => {
  const cited = new Set(
    CHECKS.flatMap(({ references }) => references).map((reference) =>
      FRAMEWORKS.filter((framework) => isOfFramework([reference], framework)).join(),
    ),
  )
  expect(cited).toEqual(new Set(FRAMEWORKS))
})
