import { expect, test } from 'vitest'

import written from '../../../docs/report-schema.json' with { type: 'json' }
import { reportSchema } from './report-schema.ts'

test('docs/report-schema.json describes the current report', () => {
  expect(
    written,
    'Run node tools/report-schema.ts and oxfmt docs/report-schema.json; check whether its version must change',
  ).toEqual(reportSchema())
})
