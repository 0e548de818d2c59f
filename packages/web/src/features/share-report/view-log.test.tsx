import { listShareViews } from '@tenantscope/contract/shares'
import type { ShareView } from '@tenantscope/contract/shares'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderPart } from '../../testing/render-part.tsx'
import { makeShare, makeShareView } from '../../testing/shares.ts'
import { ViewLog } from './over-links.tsx'

const share = makeShare()

async function open(views: readonly ShareView[], total = views.length) {
  return renderPart(<ViewLog shareId={share.id} />, {
    prepare: (server) => server.answer(listShareViews, { views: [...views], total }),
  })
}

const rows = async () => {
  await screen.findByRole('columnheader', { name: 'Time' })
  return [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )
}

test('a link without views shows that', async () => {
  const { server } = await open([])
  expect(await screen.findByText('This link has not been opened yet')).toBeInTheDocument()
  expect(server.requestsTo(listShareViews)[0]?.params).toEqual({ shareId: share.id })
})

test('each view says when, what, from where and with which browser', async () => {
  await open([
    makeShareView({
      accessedAt: '2026-11-21T08:31:00.000Z',
      accessType: 'download',
      format: 'xlsx',
      ipAddress: '2001:db8::7',
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51',
    }),
    makeShareView(),
    makeShareView({ accessType: 'download', ipAddress: null, userAgent: '' }),
  ])
  expect(await rows()).toEqual([
    ['Nov 21, 2026 at 8:31:00 AM UTC', 'Download, Excel', '2001:db8::7', 'Edge 131 on Windows'],
    ['Nov 21, 2026 at 8:30:00 AM UTC', 'View', '203.0.113.7', 'Not known'],
    ['Nov 21, 2026 at 8:30:00 AM UTC', 'Download', 'Not known', 'Not known'],
  ])
  expect(screen.getByText('Views and downloads, the latest first')).toBeInTheDocument()
})

test('what is no browser is shown as it names itself, cut at 40 signs, harmless', async () => {
  const userAgent = `<img src=x onerror=alert(1)>\u202E${'x'.repeat(200)}`
  await open([makeShareView({ userAgent })])
  const [row] = await rows()
  expect(row?.[3]).toBe(`${userAgent.slice(0, 40)}…`)
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelector('td bdi')).toHaveTextContent(/^<img/)
  expect(screen.getByTitle(userAgent)).toBeInTheDocument()
})

test('a log that is longer than what was sent says so', async () => {
  await open([makeShareView(), makeShareView()], 1_203)
  expect(await screen.findByText('The latest 2 of 1,203 entries')).toBeInTheDocument()
})

test('a log that cannot be loaded can be tried again', async () => {
  const { server, user } = await renderPart(<ViewLog shareId={share.id} />, {
    prepare: (fake) =>
      fake.refuse(listShareViews, { status: 404, code: 'NOT_FOUND', message: 'No such link.' }),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('No such link.')
  server.answer(listShareViews, { views: [], total: 0 })
  await user.click(screen.getByText('Try again'))
  expect(await screen.findByText('This link has not been opened yet')).toBeInTheDocument()
})
