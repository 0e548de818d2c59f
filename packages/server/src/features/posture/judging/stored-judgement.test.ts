import { failed } from '@tenantscope/analysis/checks/define-check'
import { expect, test } from 'vitest'

import { storedJudgement } from './stored-judgement.ts'

test('at most 1,000 objects are stored, and the others are counted', () => {
  const objects = Array.from({ length: 1_234 }, (_, index) => ({
    kind: 'user' as const,
    id: `u${index}`,
    name: null,
  }))
  const stored = storedJudgement(
    'usr.stale',
    failed('Unused.', { counts: { users: 1_234 }, objects }),
  )
  expect(JSON.parse(stored.objects)).toHaveLength(1_000)
  expect(stored).toMatchObject({ more: 234, counts: '{"users":1234}' })
})
