import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { getAzurePermissions } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterEach, expect, test, vi } from 'vitest'

import { callsAfter } from '../testing/calls-after.ts'
import { installFakeServer } from '../testing/fake-server.ts'
import { nothingVerified } from '../testing/permissions.ts'
import { noTenants } from '../testing/tenant-lists.ts'
import { permissionsQuery } from './permissions.ts'
import { createQueryClient } from './query-client.ts'
import { tenantListQuery } from './tenant-list.ts'

afterEach(() => {
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

/** A query without settings of its own, as a screen that shows it reads it. */
function makeQuery(read: () => Promise<string> = async () => 'data') {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.mount()
  const queryFn = vi.fn(read)
  const queryKey = ['anything']
  return {
    queryFn,
    cached: () => client.getQueryData(queryKey),
    openScreen: async () => {
      const close = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
      await vi.advanceTimersByTimeAsync(0)
      return close
    },
  }
}

test('a screen reads what is not older than 5 minutes from the cache, and older data again', async () => {
  const { queryFn, openScreen } = makeQuery()
  const closeFirst = await openScreen()
  const readAt = Date.now()
  closeFirst()
  vi.setSystemTime(readAt + 299_000)
  const closeSecond = await openScreen()
  expect(queryFn).toHaveBeenCalledTimes(1)
  closeSecond()
  vi.setSystemTime(readAt + 300_000)
  await openScreen()
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('what no screen shows any more is dropped after 30 minutes', async () => {
  const { cached, openScreen } = makeQuery()
  const close = await openScreen()
  close()
  await vi.advanceTimersByTimeAsync(1_799_999)
  expect(cached()).toBe('data')
  await vi.advanceTimersByTimeAsync(1)
  expect(cached()).toBeUndefined()
})

test('a failed read is not tried again by itself', async () => {
  const { queryFn, openScreen } = makeQuery(() => Promise.reject(new Error('Broken.')))
  await openScreen()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test.each([
  ['the window has the focus', (is: boolean) => focusManager.setFocused(is)],
  ['the connection is there', (is: boolean) => onlineManager.setOnline(is)],
])('old data stay as they are when %s again', async (_, set) => {
  const { queryFn, openScreen } = makeQuery()
  await openScreen()
  set(false)
  await vi.advanceTimersByTimeAsync(600_000)
  set(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('the tenant list is fresh for 10 minutes and kept for 60', async () => {
  const server = installFakeServer()
  server.answer(listTenants, noTenants)
  const query = tenantListQuery({ isQuiet: false })
  expect(
    await callsAfter([0, 599_999, 1], {
      read: (client) => client.fetchQuery(query),
      calls: () => server.requestsTo(listTenants).length,
    }),
  ).toEqual([1, 1, 2])

  vi.useRealTimers()
  vi.useFakeTimers()
  const client = createQueryClient()
  const reading = client.fetchQuery(query)
  await vi.advanceTimersByTimeAsync(0)
  await reading
  await vi.advanceTimersByTimeAsync(3_599_999)
  expect(client.getQueryData(query.queryKey)).toBeDefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(client.getQueryData(query.queryKey)).toBeUndefined()
})

test('permissions are fresh for 5 minutes', async () => {
  const server = installFakeServer()
  server.answer(getAzurePermissions, nothingVerified)
  expect(
    await callsAfter([0, 299_999, 1], {
      read: (client) => client.fetchQuery(permissionsQuery({ isQuiet: false })),
      calls: () => server.requestsTo(getAzurePermissions).length,
    }),
  ).toEqual([1, 1, 2])
})
