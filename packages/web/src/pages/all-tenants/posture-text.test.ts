import { expect, test } from 'vitest'

import { createFormat } from '../../lib/format.ts'
import { makePosture } from '../../testing/tenants.ts'
import { postureText, postureWords } from './posture-text.ts'

const format = createFormat('UTC')

test.each([
  [makePosture(), '92% A', '92% A'],
  [
    makePosture({ score: 62, grade: 'D', criticalFailed: 3 }),
    '62% D',
    '62% D, critical checks failed: 3',
  ],
  [
    makePosture({ score: null, grade: null, criticalFailed: 1 }),
    null,
    'No score, critical checks failed: 1',
  ],
  [makePosture({ score: null, grade: null, isOld: true }), null, 'No score, not read for 7 days'],
  [null, null, 'Not judged'],
])('the posture of a tenant in words (%#)', (posture, text, words) => {
  expect([postureText(posture), postureWords(posture, format)]).toEqual([text, words])
})
