import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import type { Selectable } from 'kysely'

import type { Database } from '../../../db/tables.ts'
import { AppError, badField } from '../../../lib/app-error.ts'

export type ExceptionScope = PostureException['scope']

export interface StoredException extends Selectable<Database['postureExceptions']> {
  readonly scopeName: string | null
}

export type HistoryRow = Omit<Selectable<Database['postureExceptionChanges']>, 'id'>

/** An exception is checked again after this time at the latest. */
const MONTHS = 12

/** Returns the end of an exception; throws unless it is in the future and at most 12 months away. */
export function acceptedEnd(text: string, now: Date): Date {
  const endsAt = new Date(text)
  const latest = new Date(now)
  latest.setUTCMonth(latest.getUTCMonth() + MONTHS)
  if (endsAt <= now) throw badField('endsAt', 'Choose an end date in the future')
  if (endsAt > latest) throw badField('endsAt', 'Choose an end date within the next 12 months')
  return endsAt
}

function scopeOfException(row: StoredException): ExceptionScope {
  if (row.tenantId !== null) return { kind: 'tenant', tenantId: row.tenantId }
  return row.groupId === null ? { kind: 'all' } : { kind: 'group', groupId: row.groupId }
}

/** The caller may not change exceptions of several tenants. */
export const needsAdministrator = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'Only an administrator can change exceptions for a tenant group or for all tenants',
  )

export const exceptionNotFound = (): AppError => new AppError('NOT_FOUND', 'Exception not found')

export function presentException(
  row: StoredException,
  { history, now }: { history: readonly HistoryRow[]; now: Date },
): PostureException {
  const { id, scopeName, checkId, objectId, objectName, reason, ownerId, ownerName } = row
  return {
    id,
    scope: scopeOfException(row),
    scopeName,
    checkId,
    objectId,
    objectName,
    reason,
    ownerId,
    ownerName,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    isActive: row.endsAt > now,
    version: row.version,
    history: history
      .filter(({ exceptionId }) => exceptionId === id)
      .map(({ kind, changedBy, changedAt, endsAt }) => ({
        kind,
        by: changedBy,
        at: changedAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
  }
}
