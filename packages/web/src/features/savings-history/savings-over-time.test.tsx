import { useQuery } from '@tanstack/react-query'
import { TenantId } from '@tenantscope/contract/ids'
import { getTenantSavingsHistory } from '@tenantscope/contract/savings-history'
import type { SavingsHistory, SavingsMonth } from '@tenantscope/contract/savings-history'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderPart } from '../../testing/render-part.tsx'
import { noSavingsHistory } from '../../testing/savings-history.ts'
import { tenantSavingsHistoryQuery } from './savings-history.queries.ts'
import { SavingsOverTime } from './savings-over-time.tsx'

const tenantId = TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001')

const month = (over: Partial<SavingsMonth>): SavingsMonth => ({
  month: '2026-11',
  tenants: 1,
  monthlyCost: 1_000,
  found: 288,
  unpricedSeats: 0,
  decided: 100,
  unpricedDecisions: 0,
  saved: 0,
  ...over,
})

function Shown() {
  return <SavingsOverTime history={useQuery(tenantSavingsHistoryQuery(tenantId))} />
}

async function open(history: Partial<SavingsHistory>) {
  const reply: SavingsHistory = {
    ...noSavingsHistory,
    currency: 'EUR',
    months: [month({})],
    ...history,
  }
  await renderPart(<Shown />, {
    prepare: (server) => server.answer(getTenantSavingsHistory, reply),
  })
  await screen.findByText('Could be saved per month')
}

const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent

test('found, decided and saved are shown in the currency of the tenant', async () => {
  await open({
    months: [month({ month: '2026-10' }), month({ found: 188, saved: 120 })],
    realized: { monthlyAmount: 120, total: 240, renewals: 2, unknown: 1 },
  })
  expect(valueOf('Could be saved per month')).toBe('EUR 188.00')
  expect(valueOf('Decided for coming renewals, per month')).toBe('EUR 100.00')
  expect(valueOf('Saved per month')).toBe('EUR 120.00 after 2 renewals; 1 is not known yet')
  expect(valueOf('Saved until today')).toBe('EUR 240.00')
})

test('what has no price is named; an amount of nothing else is not known', async () => {
  await open({ months: [month({ found: 0, unpricedSeats: 4, unpricedDecisions: 1 })] })
  expect(valueOf('Could be saved per month')).toBe('Not known: 4 seats without a price')
  expect(valueOf('Decided for coming renewals, per month')).toBe(
    'EUR 100.00; 1 decision without a price',
  )
})

test('before the first record nothing is zero', async () => {
  await open({ months: [] })
  expect(valueOf('Could be saved per month')).toBe('Not recorded yet')
  expect(valueOf('Saved per month')).toBe('No decided renewal has passed yet')
  expect(valueOf('Saved until today')).toBe('—')
  expect(screen.getByText(/^The first month is recorded/u)).toBeInTheDocument()
})

test('a failed call can be tried again', async () => {
  const { server, user } = await renderPart(<Shown />, {
    prepare: (each) => each.fail(getTenantSavingsHistory),
  })
  await screen.findByText('Failed to load the savings over time')
  server.answer(getTenantSavingsHistory, noSavingsHistory)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByText('Not recorded yet')).toHaveLength(2)
})
