import { PostureChange, ShownVerdict } from '@tenantscope/contract/posture'
import { expect, test } from 'vitest'

import { AREA_NAMES, areaName, areaOf } from './areas.ts'
import { CHECKS } from './catalogue.ts'
import { objectCountText } from './evidence-text.ts'
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

test.each([
  ['passed', 0, '0'],
  ['failed', 1_204, '1204'],
  ['excepted', 2, '2'],
  ['notRead', 0, 'Not read'],
  ['notRead', 3, '3'],
  ['noPermission', 0, 'No permission'],
  ['notLicensed', 0, 'Not licensed'],
  ['notApplicable', 0, 'Not applicable'],
  [null, 0, 'Not judged yet'],
] as const)('a check with the verdict %s and %i objects shows %s', (verdict, objectCount, text) => {
  expect(objectCountText({ verdict, objectCount }, String)).toBe(text)
})

test('every reference belongs to one benchmark, and every benchmark is cited', () => {
  const cited = new Set(
    CHECKS.flatMap(({ references }) => references).map((reference) =>
      FRAMEWORKS.filter((framework) => isOfFramework([reference], framework)).join(),
    ),
  )
  expect(cited).toEqual(new Set(FRAMEWORKS))
})
