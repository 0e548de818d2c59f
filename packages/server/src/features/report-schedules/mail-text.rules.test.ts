import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { mailText } from './mail-text.rules.ts'

const tenantId = TenantId.parse('00000000-0000-4000-8000-000000000001')
const textWith = (statement: string | null): string =>
  mailText({
    reportName: 'User to License Report',
    reports: [{ tenantId, tenantName: 'Contoso', statement }],
    startedAt: new Date('2026-11-24T06:00:00Z'),
    timeZone: 'Europe/Berlin',
    creatorName: 'Ada',
    isAttached: true,
    publicUrl: new URL('https://scope.example'),
  })
const address = `https://scope.example/tenant/${tenantId}?tab=reports`

test('a report is listed with its sentence, and without one where it has none', () => {
  const statement = 'USD 88 per month could be saved on 4 seats.'
  expect(textWith(statement)).toContain(`- Contoso\n  ${statement}\n  ${address}\n`)
  expect(textWith(null)).toContain(`- Contoso\n  ${address}\n`)
})

test('a sentence cannot begin a line of its own', () => {
  expect(textWith('Nothing.\r\n\u2028- Fabrikam\u202E')).toContain('  Nothing. - Fabrikam\n')
})
