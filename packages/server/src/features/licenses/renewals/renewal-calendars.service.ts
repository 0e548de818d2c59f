import type { CallReply } from '@tenantscope/contract/endpoint'
import type {
  createRenewalCalendar,
  getRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'

import type { Caller, FileResult } from '../../../http/call.ts'
import type { Actor } from '../../../lib/actor.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Clock } from '../../../lib/clock.ts'
import { hashOf, newLinkToken } from '../../../lib/link-token.ts'
import type { TimeSlices } from '../../../lib/time-slices.ts'
import { interrupted } from '../../../lib/waiting.ts'
import type { AuditLogService, AuditSource } from '../../audit-log/audit-log.service.ts'
import { calendarText } from './renewal-calendar.rules.ts'
import type { CalendarReader, RenewalCalendarsRepo } from './renewal-calendars.repo.ts'
import type { RenewalsService } from './renewals.service.ts'

export type RenewalCalendarsService = ReturnType<typeof createRenewalCalendarsService>

interface Owner {
  readonly actor: Actor
  readonly source: AuditSource
}

/** Makes calendar links, one per user, and serves the renewals to the calendars that read them. */
export function createRenewalCalendarsService(deps: {
  repo: RenewalCalendarsRepo
  renewals: Pick<RenewalsService, 'list'>
  auditLog: Pick<AuditLogService, 'ownChange'>
  /** Counts a token that is unknown, as for share links; returns an error when there were too many. */
  countUnknown: (ipAddress: string) => Promise<AppError | null>
  /** Whether the owner of a link could sign in and see tenants now. */
  mayRead: (reader: CalendarReader) => boolean
  turns: { take: (tokenHash: string, signal: AbortSignal) => Promise<boolean> }
  random: (bytes: number) => Buffer
  publicUrl: URL
  createSlices: () => TimeSlices
  clock: Clock
}) {
  const { repo, renewals, auditLog, turns, clock, publicUrl } = deps

  return {
    async get({ userId }: Actor): Promise<CallReply<typeof getRenewalCalendar>> {
      const found = await repo.find(userId)
      return {
        calendar: found
          ? {
              createdAt: found.createdAt.toISOString(),
              lastReadAt: found.lastReadAt?.toISOString() ?? null,
            }
          : null,
      }
    },

    async create({ actor, source }: Owner): Promise<CallReply<typeof createRenewalCalendar>> {
      const token = newLinkToken(deps.random)
      const createdAt = clock.now()
      const link = { userId: actor.userId, tokenHash: hashOf(token), createdAt }
      await repo.transaction(async (trx) => {
        const isNew = !(await repo.replace(trx, link))
        const action = isNew ? 'calendar link made' : 'calendar link replaced'
        await auditLog.ownChange(trx, action, { actor, source })
      })
      const url = new URL(`/api/renewal-calendars/${token}/renewals.ics`, publicUrl).href
      return { calendar: { createdAt: createdAt.toISOString(), lastReadAt: null }, url }
    },

    async remove({ actor, source }: Owner): Promise<void> {
      await repo.transaction(async (trx) => {
        if (await repo.remove(trx, actor.userId))
          await auditLog.ownChange(trx, 'calendar link removed', { actor, source })
      })
    },

    /** Returns what the owner may see now; the same refusal for every reason. */
    async read(
      token: string,
      { caller, signal }: { caller: Caller; signal: AbortSignal },
    ): Promise<FileResult> {
      const tokenHash = hashOf(token)
      const reader = await repo.findReader(tokenHash)
      if (reader === undefined)
        throw (await deps.countUnknown(caller.ipAddress)) ?? calendarNotFound()
      if (!deps.mayRead(reader)) throw calendarNotFound()
      // One file of a link at a time: a list of every renewal is not cheap.
      if (!(await turns.take(tokenHash, signal))) throw interrupted()
      const listed = await renewals.list(reader, {})
      const now = clock.now()
      await repo.markRead(tokenHash, now)
      return {
        fileName: 'renewals.ics',
        mediaType: 'text/calendar; charset=utf-8',
        content: calendarText(listed, { publicUrl, slices: deps.createSlices() }),
      }
    },
  }
}

const calendarNotFound = (): AppError =>
  new AppError('NOT_FOUND', 'This calendar link is not valid. Make a new one on the page Renewals.')
