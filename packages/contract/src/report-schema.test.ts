import { expect, test } from 'vitest'

import written from '../../../docs/report-schema.json' with { type: 'json' }
import { reportSchema } from './report-schema.ts'

test('docs/report-schema.json tells of the report as it is now', () => {
  expect(
    written,
    'Run node tools/report-schema.ts and oxfmt docs/report-schema.json, and mind its version',
  ).toEqual(reportSchema())
})
