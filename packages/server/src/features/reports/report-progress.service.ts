import { setTimeout as wait } from 'node:timers/promises'

import type { ReportProgressId, UserId } from '@tenantscope/contract/ids'
import type { ReportProgress } from '@tenantscope/contract/reports'
import type { Logger } from 'pino'

import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ReportProgressRepo } from './report-progress.repo.ts'

export type ReportProgressService = ReturnType<typeof createReportProgressService>

/** Takes what is known of a file that is being made; never fails and never waits. */
export interface ProgressTeller {
  tell(news: Pick<ReportProgress, 'state'> & Partial<ReportProgress>): void
}

export const NO_PROGRESS: ProgressTeller = { tell: () => undefined }

/** Writing more often would only cost; screens ask about as often. */
const EVERY_MS = 500
/** Progress is deleted after this time. */
const KEPT_HOURS = 6

/** Stores the progress of files. A failure here does not affect the files. */
export function createReportProgressService(deps: {
  repo: ReportProgressRepo
  clock: Clock
  logger: Logger
}) {
  const { repo, clock, logger } = deps

  const unlessFailing = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await write()
    } catch (error) {
      logger.warn({ err: error }, 'storing report progress failed')
      return null
    }
  }

  /** Writes the last news of every half second; the end comes at once. */
  function tellerOf(id: ReportProgressId): ProgressTeller {
    const ended = new AbortController()
    let known: ReportProgress = { state: 'reading', ...NOTHING_WRITTEN }
    let isToldOf = true
    let isWriting = false

    async function write(): Promise<void> {
      if (isWriting) return
      isWriting = true
      while (!isToldOf) {
        isToldOf = true
        await unlessFailing(() => repo.save(id, known, clock.now()))
        await wait(EVERY_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      }
      isWriting = false
    }

    return {
      tell(news) {
        if (ended.signal.aborted) return
        known = { ...known, position: null, ...news }
        isToldOf = false
        if (news.state === 'finished' || news.state === 'failed') ended.abort()
        void write()
      },
    }
  }

  return {
    /** Starts progress under an id that the user chose; another user's id is ignored. */
    async begin(id: ReportProgressId | undefined, userId: UserId): Promise<ProgressTeller> {
      if (id === undefined) return NO_PROGRESS
      const isTheirs = await unlessFailing(() => repo.begin(id, userId, clock.now()))
      return isTheirs === true ? tellerOf(id) : NO_PROGRESS
    },

    async find(id: ReportProgressId, userId: UserId): Promise<ReportProgress> {
      const progress = await repo.find(id, userId)
      if (progress === undefined)
        throw new AppError('NOT_FOUND', 'This report is not being created')
      return progress
    },

    async sweep(): Promise<void> {
      await repo.deleteOlder(new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000))
    },
  }
}

const NOTHING_WRITTEN = { position: null, usersWritten: 0, usersTotal: null }
