import { listTenants } from '@tenantscope/contract/tenants'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeFigures, makeTenant } from '../../testing/tenants.ts'

// The order by people is neither that of the reply, of the names nor of the ids.
const tenants = [
  ['Bravo', 20],
  ['Alpha', 30],
  ['Charlie', 10],
].map(([displayName, people]) =>
  makeTenant({
    displayName: String(displayName),
    figures: makeFigures({ people: Number(people) }),
  }),
)

test.each([
  ['asc', ['Charlie', 'Bravo', 'Alpha']],
  ['desc', ['Alpha', 'Bravo', 'Charlie']],
])('the file has the rows in the order of the screen (%s)', async (order, names) => {
  const downloads = catchDownloads()
  const { user } = await renderApp({
    person: viewer,
    at: `/dashboard?sort=people&order=${order}`,
    prepare: (server) => server.answer(listTenants, listOf(tenants)),
  })
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Export Successful')).toBeInTheDocument()
  const rows = (await cellsOf(downloads[0]!)).slice(1)
  expect(rows.map(([, name]) => name)).toEqual(names)
})
