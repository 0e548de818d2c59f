import { expect, test } from 'vitest'

import { keptEvidence, MOST_OBJECTS } from './kept-evidence.rules.ts'

const user = (id: string, name: string | null) => ({ kind: 'user' as const, id, name })

test('evidence is in the order of the alphabet, not of code points or ids', () => {
  const names = ['Zoe', 'Åsa', 'anna', 'Ärne', 'Berg', 'Team 10', 'Team 9', null]
  const objects = names.map((name, index) => user(`id-${9 - index}`, name))
  expect(keptEvidence(objects).objects.map(({ name, id }) => name ?? id)).toEqual([
    'anna',
    'Ärne',
    'Åsa',
    'Berg',
    'id-2',
    'Team 9',
    'Team 10',
    'Zoe',
  ])
})

test('objects above the limit are counted', () => {
  const objects = Array.from({ length: MOST_OBJECTS + 3 }, (_, index) => user(`${index}`, 'Same'))
  const { objects: kept, more } = keptEvidence(objects)
  expect([kept.length, more]).toEqual([MOST_OBJECTS, 3])
  expect(kept[10]?.id).toBe('10')
})
