import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderPart } from '../../testing/render-part.tsx'
import { BarList } from './bar-list.tsx'
import type { Bar } from './bar-list.tsx'
import { LazyBarList, LazyLineOverTime, LazyStackedBar } from './lazy-charts.tsx'
import { LineOverTime } from './line-over-time.tsx'

const HOSTILE = '<img src=x onerror=alert(1)>'

/** The rows of the table behind a chart, its head first. */
async function tableOf(title: string, user: Awaited<ReturnType<typeof renderPart>>['user']) {
  const figure = await screen.findByRole('figure', { name: title })
  await user.click(within(figure).getByRole('button', { name: 'Show as table' }))
  const table = within(figure).getByRole('table', { name: title })
  return within(table)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))
}

/** Widths of the drawn parts of each bar, in percent. */
function drawnBars(): string[][] {
  return screen
    .getAllByRole('listitem')
    .map((item) => Array.from(item.querySelectorAll<HTMLElement>('[style]'), (e) => e.style.width))
}

test('bars are drawn against the longest, and the table behind them holds all of them', async () => {
  const bars: Bar[] = [
    { key: 'a', label: HOSTILE, value: 80, text: 'USD 80.00' },
    { key: 'b', label: 'Contoso', link: <a href="/c">Contoso</a>, value: 20, text: 'USD 20.00' },
    { key: 'c', label: 'Fabrikam', value: null, text: 'not known' },
    { key: 'd', label: 'Adatum', value: 0, text: 'USD 0.00' },
  ]
  const { user } = await renderPart(
    <LazyBarList
      title="Waste by tenant"
      bars={bars}
      columns={{ label: 'Tenant', value: 'Per month' }}
      limit={3}
    />,
  )
  const figure = await screen.findByRole('figure', { name: 'Waste by tenant' })
  expect(figure).toHaveAccessibleDescription(
    `Per month by Tenant, 4 bars. First: ${HOSTILE}, USD 80.00.`,
  )
  expect(drawnBars()).toEqual([['100%'], ['25%'], ['0%']])
  expect(screen.getByRole('link', { name: 'Contoso' })).toBeInTheDocument()
  expect(screen.getByText('The first 3 of 4; the table has all.')).toBeInTheDocument()
  expect(await tableOf('Waste by tenant', user)).toEqual([
    ['Tenant', 'Per month'],
    [HOSTILE, 'USD 80.00'],
    ['Contoso', 'USD 20.00'],
    ['Fabrikam', 'not known'],
    ['Adatum', 'USD 0.00'],
  ])
  await user.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('a bar with a track is a part of its own track, and what lies beyond it is drawn apart', async () => {
  const bars: Bar[] = [
    { key: 'a', label: 'Used', value: 8, text: '8', track: { value: 10, text: '10' } },
    { key: 'b', label: 'Over', value: 15, text: '15', track: { value: 12, text: '12' } },
    { key: 'c', label: 'No seats', value: 0, text: '0', track: { value: 0, text: '0' } },
  ]
  const { user } = await renderPart(
    <BarList
      title="License use"
      bars={bars}
      columns={{ label: 'License', value: 'Assigned', track: 'Usable' }}
    />,
  )
  expect(drawnBars()).toEqual([['80%'], ['80%', '20%'], ['0%']])
  expect(screen.getByText('15 of 12')).toBeInTheDocument()
  expect(await tableOf('License use', user)).toEqual([
    ['License', 'Assigned', 'Usable'],
    ['Used', '8', '10'],
    ['Over', '15', '12'],
    ['No seats', '0', '0'],
  ])
})

test('a stacked bar names and counts every part, also an empty one', async () => {
  const { user } = await renderPart(
    <LazyStackedBar
      title="Policies by state"
      columns={{ label: 'State', count: 'Policies' }}
      segments={[
        { key: 'on', label: 'Enabled', count: 1_200 },
        { key: 'report', label: 'Report-only', count: 3 },
        { key: 'off', label: 'Disabled', count: 0 },
      ]}
    />,
  )
  await screen.findByRole('figure', { name: 'Policies by state' })
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Enabled1,200',
    'Report-only3',
    'Disabled0',
  ])
  expect(await tableOf('Policies by state', user)).toEqual([
    ['State', 'Policies'],
    ['Enabled', '1,200'],
    ['Report-only', '3'],
    ['Disabled', '0'],
  ])
})

const SEATS = [
  {
    key: 'usable',
    label: 'Usable seats',
    points: [
      { day: '2026-11-01', value: 1_000 },
      { day: '2026-11-02', value: null },
      { day: '2026-11-04', value: 1_200 },
    ],
  },
  { key: 'assigned', label: 'Assigned seats', points: [{ day: '2026-11-04', value: 0 }] },
]

test('lines over time read out a day, never show a gap as zero, and their table holds every day', async () => {
  const { user } = await renderPart(<LazyLineOverTime title="Seats over time" series={SEATS} />)
  const figure = await screen.findByRole('figure', { name: 'Seats over time' })
  expect(figure).toHaveAccessibleDescription(
    'Usable seats: from 1,000 on Nov 01, 2026 to 1,200 on Nov 04, 2026. Assigned seats: 0 on Nov 04, 2026.',
  )
  const day = screen.getByRole('slider', { name: 'Day of Seats over time' })
  expect(day).toHaveAttribute(
    'aria-valuetext',
    'Nov 04, 2026: Usable seats 1,200, Assigned seats 0',
  )
  fireEvent.change(day, { target: { value: '1' } })
  expect(day).toHaveAttribute(
    'aria-valuetext',
    'Nov 02, 2026: Usable seats not known, Assigned seats not known',
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Nov 02, 2026',
    'Usable seatsnot known',
    'Assigned seatsnot known',
  ])
  expect(await tableOf('Seats over time', user)).toEqual([
    ['Day (UTC)', 'Usable seats', 'Assigned seats'],
    ['Nov 04, 2026', '1,200', '0'],
    ['Nov 03, 2026', 'not known', 'not known'],
    ['Nov 02, 2026', 'not known', 'not known'],
    ['Nov 01, 2026', '1,000', 'not known'],
  ])
})

test('a chart over time without any day says so', async () => {
  await renderPart(<LineOverTime title="Seats over time" series={[]} />)
  expect(screen.getByText('No history yet')).toBeInTheDocument()
  expect(screen.queryByRole('figure')).not.toBeInTheDocument()
})
