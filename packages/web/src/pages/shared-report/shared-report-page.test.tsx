import {
  downloadSharedReport,
  readSharedReport,
  SHARE_REFUSED,
  unlockSharedReport,
} from '@tenantscope/contract/shares'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { installFakeServer } from '../../testing/fake-server.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { sharedLicense, sharedReportReply, sharedUser } from '../../testing/shared-reports.ts'
import { SharedReportPage } from './shared-report-page.tsx'
import { createVisit, whenLookedAt } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens the link as the page itself does. */
function openLink(prepare: (server: FakeServer) => void, token: string | null = 'aToken') {
  const server = installFakeServer()
  prepare(server)
  const visit = createVisit(token)
  void visit.open()
  render(
    <StrictMode>
      <SharedReportPage visit={visit} />
    </StrictMode>,
  )
  return { server, user: userEvent.setup() }
}

const openReport = (...parts: Parameters<typeof sharedReportReply>) =>
  openLink((server) => server.answer(readSharedReport, sharedReportReply(...parts)))

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const reportHeading = () => heading('User to License Report')
const rowOf = (name: string | RegExp) =>
  within(screen.getByRole('rowheader', { name }).closest('tr')!)
const text = (element: HTMLElement) => element.textContent

async function enter(user: ReturnType<typeof userEvent.setup>, passphrase: string): Promise<void> {
  const field = await screen.findByLabelText('Passphrase')
  await user.clear(field)
  if (passphrase !== '') await user.type(field, passphrase)
  await user.click(screen.getByRole('button', { name: 'Open report' }))
}

describe('an open report', () => {
  test('is read once, although React runs everything twice while it is developed', async () => {
    const { server } = openReport()
    await reportHeading()
    expect(server.requestsTo(readSharedReport).map(({ params }) => params)).toEqual([
      { token: 'aToken' },
    ])
  })

  test('says whose it is, how old it is and how long it can be read, in the own time zone', async () => {
    const zone = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Tokyo' }
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(zone)
    openReport()
    await reportHeading()
    spy.mockRestore()
    expect(screen.getByText('Contoso')).toBeVisible()
    const facts = within(screen.getByRole('region', { name: 'About this report' }))
    expect(facts.getAllByRole('definition').map(text)).toEqual([
      'Nov 18, 2026 at 6:00:00 PM GMT+9',
      'Nov 25, 2026 at 6:00:00 PM GMT+9',
      'Nov 18, 2026 at 3:02:11 PM GMT+9',
      '3',
    ])
    expect(facts.getAllByRole('term').map(text)).toEqual([
      'Created',
      'Expires',
      'Data as of',
      'Access count',
    ])
    expect(facts.getByText('Times are in your time zone, Asia/Tokyo.')).toBeVisible()
  })

  test('opens with what was found, names the age of its figures and the chosen licenses', async () => {
    openReport({
      document: {
        licenses: [
          {
            ...sharedLicense,
            issues: [{ kind: 'grace', seats: 9, endsAt: '2027-01-05T12:00:00.000Z' }],
          },
          { ...sharedLicense, skuPartNumber: 'FREE', kind: 'free', enabledUnits: 1_000_000 },
        ],
        tenantLicenses: 12,
      },
    })
    await reportHeading()
    const finding = within(screen.getByRole('region', { name: 'Finding' }))
    expect(
      finding.getByText(
        '16 of 120 paid seats are unassigned; 9 seats in the grace period need attention.',
      ),
    ).toBeVisible()
    expect(
      finding.getByText(
        /^Figures of Nov 18, 2026 at .*\. Later changes are not included\. 2 of 12 licenses were chosen; totals count these only\.$/u,
      ),
    ).toBeVisible()
    expect(screen.getByText('9 seats in the grace period until Jan 05, 2027')).toBeVisible()
    // The free license's million seats are in no total.
    expect(rowOf('Paid licenses in total').getAllByRole('cell').map(text)).toEqual([
      '120',
      '104',
      '16',
    ])
  })

  test('has its totals in tiles', async () => {
    const summary = { totalUsers: 1_204, totalLicenses: 8, totalAssignments: 3_217 }
    openReport({ document: { summary } })
    await reportHeading()
    const tiles = within(screen.getByRole('region', { name: 'Summary' }))
    expect(tiles.getAllByRole('term').map(text)).toEqual(['Users', 'Licenses', 'Assignments'])
    expect(tiles.getAllByRole('definition').map(text)).toEqual(['1,204', '8', '3,217'])
  })

  test('carries the name, the picture and the line of the MSP', async () => {
    const logo = 'data:image/png;base64,AAAA'
    const branding = { name: 'Northwind', accentColor: '#ffd400', footer: 'Call 555 0100', logo }
    openReport({ shared: { branding } })
    await reportHeading()
    const band = screen.getByRole('banner')
    expect(band).toHaveTextContent('Northwind')
    expect(band).toHaveStyle({ backgroundColor: '#ffd400', color: '#000000' })
    expect(band.querySelector('img')).toHaveAttribute('src', logo)
    expect(text(screen.getByRole('contentinfo'))).toBe('Call 555 0100Created with Tenantscope')
  })

  test('names the product where the MSP has set no name, and says what a picture alone is', async () => {
    openReport()
    await reportHeading()
    expect(screen.getByRole('banner')).toHaveTextContent('Tenantscope')
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
  })

  test('says what a picture without a name is', async () => {
    const branding = {
      name: null,
      accentColor: '#02717a',
      footer: null,
      logo: 'data:image/png;base64,AAAA',
    }
    openReport({ shared: { branding } })
    await reportHeading()
    expect(within(screen.getByRole('banner')).getByRole('img', { name: 'Logo' })).toBeVisible()
  })

  test('shows the first 20 people and says how many there are', async () => {
    const users = Array.from({ length: 1_204 }, (_, index) => sharedUser(`Person ${index + 1}`))
    openReport({ document: { users } })
    await reportHeading()
    const people = within(screen.getByRole('table', { name: 'Users and their licenses' }))
    expect(people.getAllByRole('rowheader').map(text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Person ${index + 1}`),
    )
    expect(screen.getByText(/^Showing 20 of 1,204 people – download/u)).toBeVisible()
  })

  test('shows all people of a small report without saying so', async () => {
    openReport({ document: { users: [sharedUser('Ada'), sharedUser('Bob')] } })
    await reportHeading()
    expect(screen.getByText('Sign-in names are masked.')).toBeVisible()
    expect(screen.queryByText(/Showing/u)).not.toBeInTheDocument()
  })

  test.each([
    [3, ['License 1', 'License 2', 'License 3']],
    [4, ['License 1', 'License 2', 'License 3', '+1 more']],
    [12, ['License 1', 'License 2', 'License 3', '+9 more']],
  ])('of %d licenses of a person shows %j', async (count, shown) => {
    openReport({ document: { users: [sharedUser('Ada', count)] } })
    await reportHeading()
    expect(rowOf('Ada').getAllByRole('listitem').map(text)).toEqual(shown)
  })

  test('marks guests and people who cannot sign in', async () => {
    const users = [
      { ...sharedUser('Gus'), isGuest: true },
      { ...sharedUser('Bea'), isBlocked: true, userPrincipalName: null },
    ]
    openReport({ document: { users } })
    await reportHeading()
    expect(rowOf(/^Gus/u).getByText('Guest')).toBeVisible()
    expect(rowOf(/^Bea/u).getByText('Cannot sign in')).toBeVisible()
    expect(rowOf(/^Bea/u).getAllByRole('cell').map(text)[0]).toBe('—')
  })

  test('has every license with its seats, and in the same order a bar for those with bought seats', async () => {
    const licenses = [
      {
        ...sharedLicense,
        friendlyName: 'Power BI',
        skuPartNumber: 'POWER_BI_STANDARD',
        licenseType: 'free' as const,
        enabledUnits: 1_000_000,
        consumedUnits: 200,
        availableUnits: 999_800,
        utilizationPercent: null,
        utilization: null,
      },
      {
        ...sharedLicense,
        friendlyName: 'E3',
        skuPartNumber: 'SPE_E3',
        enabledUnits: 40,
        consumedUnits: 52,
        availableUnits: 0,
        utilizationPercent: 130,
        utilization: 'Overallocated' as const,
      },
      {
        ...sharedLicense,
        friendlyName: 'Kiosk',
        licenseType: 'retired' as const,
        enabledUnits: 0,
        consumedUnits: 3,
        availableUnits: 0,
        utilizationPercent: null,
        utilization: null,
      },
      sharedLicense,
    ]
    openReport({ document: { licenses } })
    await reportHeading()
    const chart = within(screen.getByRole('figure', { name: 'Seats per license' }))
    expect(chart.getAllByRole('listitem').map(text)).toEqual([
      'Microsoft 365 Business Premium104 of 120 assigned',
      'E340 of 40 assigned, 12 more than usable',
      'Kiosk3 assigned, none usable',
    ])
    expect(chart.getByText(/^Without a bar, at the end of the table: 1 free\./u)).toBeVisible()
    const rows = within(screen.getByRole('table', { name: 'Licenses' })).getAllByRole('row')
    expect(
      rows.map((row) => Array.from(row.children, ({ textContent }) => textContent.trim())),
    ).toEqual([
      ['License', 'Type', 'Usable seats', 'Assigned', 'Available', 'Utilization', 'People'],
      ['Microsoft 365 Business PremiumSPB', 'Paid', '120', '104', '16', '87% Well Utilized', '12'],
      ['E3SPE_E3', 'Paid', '40', '52', '0', '130% Overallocated', '12'],
      ['KioskSPB', 'Retired', '0', '3', '0', '—', '12'],
      ['Power BIPOWER_BI_STANDARD', 'Free', '1,000,000', '200', '999,800', '—', '12'],
      ['Paid licenses in total', '160', '159', '16'],
    ])
  })

  test('draws ten bars at most and says which', async () => {
    const licenses = Array.from({ length: 14 }, (_, index) => ({
      ...sharedLicense,
      friendlyName: `License ${index + 1}`,
      consumedUnits: index,
    }))
    openReport({ document: { licenses } })
    await reportHeading()
    const chart = within(screen.getByRole('figure', { name: 'Seats per license' }))
    expect(chart.getAllByRole('listitem')).toHaveLength(10)
    expect(text(chart.getAllByRole('listitem')[0]!)).toContain('License 14')
    expect(
      chart.getByText(/The 10 of 14 paid licenses with the most assigned seats/u),
    ).toBeVisible()
  })

  test('shows hostile names as text, each isolated from the text around it', async () => {
    const names = ['<img src=x onerror=alert(1)>', '=1+1', 'محمد', '"><script>', 'N'.repeat(200)]
    openReport({ document: { users: names.map((name) => sharedUser(name)) } })
    await reportHeading()
    for (const name of names) expect(screen.getByText(name).tagName).toBe('BDI')
    expect(document.querySelector('main img, main script')).toBeNull()
  })
})

describe('a link that opens nothing', () => {
  test.each([
    ['in the words of the server', 'NOT_FOUND', 404, SHARE_REFUSED, SHARE_REFUSED],
    [
      'whatever they are',
      'FORBIDDEN',
      403,
      'The report was withdrawn.',
      'The report was withdrawn.',
    ],
    [
      'but not which token was too long',
      'BAD_REQUEST',
      400,
      'params.token: Too big',
      SHARE_REFUSED,
    ],
  ] as const)('is refused %s', async (_, code, status, message, shown) => {
    openLink((server) => server.refuse(readSharedReport, { code, status, message }))
    await heading('Access Denied')
    expect(screen.getByText(shown)).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('is refused without asking where the address has no token', async () => {
    const { server } = openLink((each) => each.answer(readSharedReport, sharedReportReply()), null)
    await heading('Access Denied')
    expect(screen.getByText(SHARE_REFUSED)).toBeVisible()
    expect(server.requestsTo(readSharedReport)).toEqual([])
  })

  test('says when it may be tried again after too many wrong ones', async () => {
    const { server, user } = openLink((each) =>
      each.refuse(readSharedReport, {
        code: 'TOO_MANY_ATTEMPTS',
        status: 429,
        message: 'Too many wrong links. Please try again later.',
        retryAfterSeconds: 601,
      }),
    )
    await heading('Access Denied')
    expect(screen.getByText('Too many wrong links. Try again in 11 minutes.')).toBeVisible()
    server.answer(readSharedReport, sharedReportReply())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await reportHeading()
  })

  test('is asked for again by the same call when no answer came', async () => {
    const { server, user } = openLink((each) => each.cut(readSharedReport))
    await heading('The report could not be loaded')
    expect(screen.getByText('The server did not respond. Check your connection.')).toBeVisible()
    server.answer(readSharedReport, sharedReportReply())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await reportHeading()).toHaveFocus()
    expect(server.requestsTo(readSharedReport)).toHaveLength(2)
  })

  test.each(['no JSON', '{}', JSON.stringify({ schema: 'other' })])(
    'is distinguished from a response without a report: %s',
    async (reportData) => {
      openReport({ shared: { reportData } })
      await heading('The report could not be loaded')
      expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  )

  test('says that it is loading until it is there', async () => {
    let release: (() => void) | undefined
    openLink((server) => {
      server.answer(readSharedReport, sharedReportReply())
      release = server.hold(readSharedReport)
    })
    expect(screen.getByRole('status')).toHaveTextContent('Loading shared report…')
    release?.()
    await reportHeading()
  })
})

describe('a report behind a passphrase', () => {
  const locked = {
    code: 'PASSPHRASE_REQUIRED',
    status: 401,
    message: 'A passphrase is required',
  } as const
  const openLocked = (prepare: (server: FakeServer) => void = () => undefined) =>
    openLink((server) => {
      server.refuse(readSharedReport, locked)
      prepare(server)
    })

  test('opens with it', async () => {
    const { server, user } = openLocked((each) =>
      each.answer(unlockSharedReport, sharedReportReply()),
    )
    await enter(user, 'right one')
    expect(await reportHeading()).toBeVisible()
    expect(server.requestsTo(unlockSharedReport)[0]).toMatchObject({
      params: { token: 'aToken' },
      body: { passphrase: 'right one' },
    })
  })

  test.each([
    ['a wrong one', { code: 'WRONG_PASSPHRASE', status: 401, message: 'Wrong.' }, 'Wrong.'],
    [
      'too many wrong ones',
      { code: 'TOO_MANY_ATTEMPTS', status: 429, message: 'Too many.', retryAfterSeconds: 50 },
      'Too many. Try again in 1 minute.',
    ],
    ['a failure of the server', { code: 'INTERNAL', status: 500, message: 'Sorry.' }, 'Sorry.'],
  ] as const)('says at the field what %s came to', async (_, refusal, problem) => {
    const { user } = openLocked((server) => server.refuse(unlockSharedReport, refusal))
    await enter(user, 'wrong one')
    expect(await screen.findByText(problem)).toBeVisible()
    const field = screen.getByLabelText('Passphrase')
    expect(field).toHaveAccessibleDescription(problem)
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()
    expect(field).toHaveValue('wrong one')
  })

  test('asks for one before it asks the server', async () => {
    const { server, user } = openLocked()
    await enter(user, '')
    expect(await screen.findByText('Enter the passphrase')).toBeVisible()
    expect(screen.getByLabelText('Passphrase')).toHaveFocus()
    expect(server.requestsTo(unlockSharedReport)).toEqual([])
  })

  test('keeps what was entered when no answer came', async () => {
    const { user } = openLocked((server) => server.cut(unlockSharedReport))
    await enter(user, 'right one')
    expect(await screen.findByText(/The server did not respond/u)).toBeVisible()
    expect(screen.getByLabelText('Passphrase')).toHaveValue('right one')
  })

  test('is refused like any other once its link has ended', async () => {
    const { user } = openLocked((server) =>
      server.refuse(unlockSharedReport, { code: 'NOT_FOUND', status: 404, message: SHARE_REFUSED }),
    )
    await enter(user, 'right one')
    expect(await heading('Access Denied')).toHaveFocus()
  })

  test('asks for it again when a download needs it, and comes back', async () => {
    const { user } = openLink((server) => {
      server.answer(readSharedReport, sharedReportReply())
      server.refuse(downloadSharedReport, locked)
      server.answer(unlockSharedReport, sharedReportReply())
    })
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }))
    await heading('Enter the passphrase again')
    await enter(user, 'right one')
    await reportHeading()
    expect(screen.queryByText(/Download (Complete|Failed)/u)).not.toBeInTheDocument()
  })
})

describe('a page that is not visible yet', () => {
  test('requests nothing before a user action', async () => {
    const open = vi.fn<() => void>()
    Reflect.defineProperty(document, 'prerendering', { value: true, configurable: true })
    whenLookedAt(open)
    expect(open).not.toHaveBeenCalled()
    document.dispatchEvent(new Event('prerenderingchange'))
    document.dispatchEvent(new Event('prerenderingchange'))
    Reflect.deleteProperty(document, 'prerendering')
    await waitFor(() => expect(open).toHaveBeenCalledOnce())
    whenLookedAt(open)
    expect(open).toHaveBeenCalledTimes(2)
  })
})
