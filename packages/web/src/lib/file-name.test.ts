import { expect, test } from 'vitest'

import { fileNameIn } from './api.ts'

test.each([
  ['attachment; filename="report.pdf"', 'report.pdf'],
  ['attachment; filename=report.pdf', 'report.pdf'],
  [`attachment; filename="?.pdf"; filename*=UTF-8''%E5%A0%B1%E5%91%8A.pdf`, '報告.pdf'],
  ['attachment', null],
  ['', null],
  [null, null],
])('%s names %s', (header, name) => {
  expect(fileNameIn(header)).toBe(name)
})
