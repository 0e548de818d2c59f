import type { UserId } from '@tenantscope/contract/ids'
import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import { NotificationKind } from '@tenantscope/contract/notifications'
import type { Notification } from '@tenantscope/contract/notifications'
import type { Logger } from 'pino'

import type { DatabaseHandle, Subscription } from '../../db/handle.ts'
import type { Actor } from '../../lib/actor.ts'
import type { Clock } from '../../lib/clock.ts'
import type { MailService } from '../mail/mail.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { NOTIFICATION_CHANNEL } from './notifications.repo.ts'
import type { NotificationsRepo, StoredNotification } from './notifications.repo.ts'
import { expiryHappening, kindsFor, notificationMail } from './notifications.rules.ts'
import type { WatchedEventsRepo } from './watched-events.repo.ts'

export type NotificationsService = ReturnType<typeof createNotificationsService>

const DAY_MS = 86_400_000
/** Older events are not notified, also after the product was stopped for a while. */
const NEWS_MS = 2 * DAY_MS

interface Listener {
  readonly userId: UserId
  readonly waiting: Notification[]
  wake: () => void
}

/** Notifies users of events (decisions.md, Administration: notification kinds). */
export function createNotificationsService(deps: {
  repo: NotificationsRepo
  events: WatchedEventsRepo
  users: UsersService
  mail: Pick<MailService, 'isConfigured' | 'send'>
  publicUrl: URL
  clock: Clock
  logger: Logger
}) {
  const { repo, events, mail, publicUrl, clock, logger } = deps
  const listeners = new Set<Listener>()

  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  async function listFor(userId: UserId): Promise<Notification[]> {
    const since = daysAgo(NOTIFICATIONS.shownDays)
    const rows = await repo.listFor(userId, { switchedOn: await repo.switchedOn(), since })
    return rows.map(present)
  }

  /** One query for all listeners, by current rights: there may be hundreds. */
  async function tell(ids: readonly string[]): Promise<void> {
    const userIds = [...new Set([...listeners].map(({ userId }) => userId))]
    if (userIds.length === 0) return
    const news = new Map<number, Notification[]>(userIds.map((userId) => [userId, []]))
    for (const row of await repo.findFor(userIds, { ids, switchedOn: await repo.switchedOn() })) {
      const notification = present(row)
      for (const personId of row.personIds) news.get(personId)?.push(notification)
    }
    for (const listener of listeners) {
      const theirs = news.get(listener.userId) ?? []
      if (theirs.length === 0) continue
      listener.waiting.push(...theirs)
      listener.wake()
    }
  }

  /** Recorded ids arrive one by one and are queried together; those that arrive during a query wait for it. */
  const heard: string[] = []
  let isTelling = false
  function hear(id: string): void {
    heard.push(id)
    if (isTelling) return
    isTelling = true
    setImmediate(() => void tellHeard())
  }

  async function tellHeard(): Promise<void> {
    while (heard.length > 0)
      await tell(heard.splice(0)).catch((error: unknown) =>
        logger.warn({ err: error }, 'reading notifications failed'),
      )
    isTelling = false
  }

  async function mailWayOf(actor: Actor): Promise<'ready' | 'no mail server' | 'no address'> {
    if (!(await mail.isConfigured())) return 'no mail server'
    const person = await deps.users.find(actor.userId)
    return person?.email ? 'ready' : 'no address'
  }

  return {
    async listOf(actor: Actor) {
      return {
        notifications: await listFor(actor.userId),
        kinds: kindsFor(actor.role, await repo.switchedOn()),
        mail: await mailWayOf(actor),
      }
    },

    /** Yields the new notifications of a user. */
    async *newsOf(userId: UserId, signal: AbortSignal): AsyncGenerator<Notification, void> {
      const listener: Listener = { userId, waiting: [], wake: () => {} }
      const stop = () => listener.wake()
      signal.addEventListener('abort', stop)
      listeners.add(listener)
      try {
        while (!signal.aborted) {
          yield* listener.waiting.splice(0)
          if (listener.waiting.length === 0 && !signal.aborted)
            await new Promise<void>((resolve) => {
              listener.wake = resolve
            })
        }
      } finally {
        listeners.delete(listener)
        signal.removeEventListener('abort', stop)
      }
    },

    /** Listens for notifications of every process. */
    listen: (database: Pick<DatabaseHandle, 'listen'>): Promise<Subscription> =>
      database.listen({
        channel: NOTIFICATION_CHANNEL,
        onPayload: hear,
        onConnected: () => undefined,
      }),

    /** Finds events; known ones are not notified again. */
    async watch(): Promise<void> {
      const now = clock.now()
      const since = new Date(now.getTime() - NEWS_MS)
      const ended = await events.endedExceptions(now)
      const expiry = expiryHappening(await events.credentialExpiresAt(), now)
      const found = [
        ...(await events.failing()),
        ...(await events.lostConsents(since)),
        ...(expiry === null ? [] : [expiry]),
        ...(await events.openedShares(since)),
        ...(await events.failedBackup()),
        ...ended,
      ]
      const switchedOn = await repo.switchedOn()
      await repo.record(
        found.filter(({ kind }) => switchedOn.includes(kind)),
        now,
      )
      await events.markNotified(
        ended.map(({ exceptionId }) => exceptionId),
        now,
      )
    },

    /** Sends one mail per user; a failing address does not delay the others. */
    async mailNews(): Promise<void> {
      const news = await repo.unmailed(new Date(clock.now().getTime() - NEWS_MS))
      if (news.length === 0) return
      const ids = news.map(({ id }) => id)
      const addressees = (await mail.isConfigured())
        ? await repo.addresseesOf(ids, await repo.switchedOn())
        : []
      // Marked first: a slow mail server must not make the next run send the same mail again.
      await repo.markMailed(ids, clock.now())
      for (const { name, address, ...person } of addressees) {
        const theirs = news.filter(({ id }) => person.ids.includes(id))
        try {
          await mail.send({ to: { name, address }, ...notificationMail(theirs, publicUrl) })
        } catch (error) {
          logger.warn(
            { err: error, userId: person.userId },
            'sending a notification by mail failed',
          )
        }
      }
    },

    sweep: (): Promise<void> => repo.deleteOld(daysAgo(3 * NOTIFICATIONS.shownDays)),
  }
}

const present = (row: StoredNotification): Notification => ({
  id: row.id,
  kind: NotificationKind.parse(row.kind),
  title: row.title,
  text: row.text,
  tenantId: row.tenantId,
  address: row.address,
  createdAt: row.createdAt.toISOString(),
})
