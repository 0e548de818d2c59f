import { statfs } from 'node:fs/promises'
import { getHeapStatistics } from 'node:v8'

import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getSystemHealth, HealthCheck } from '@tenantscope/contract/system'

import type { Clock } from '../../lib/clock.ts'
import { lastUnexpectedEndIn } from '../../lib/run-record.ts'
import type { DoctorRepo } from './doctor.repo.ts'
import { diskFinding, lastEndFinding, ok, trouble } from './doctor.rules.ts'
import type { Finding } from './doctor.rules.ts'
import { backupFinding, EXPLANATIONS, mailFinding, memoryFinding } from './system-health.rules.ts'

export type SystemHealthService = ReturnType<typeof createSystemHealth>

type Report = CallReply<typeof getSystemHealth>

/** Examines everything that Tenantscope depends on, with explanations for administrators. */
export function createSystemHealth(deps: {
  repo: Pick<DoctorRepo, 'backups' | 'hasMailServer'>
  doctor: { examine(): Promise<Finding[]> }
  databaseKind: 'postgres' | 'embedded'
  dataDir: string
  clock: Clock
}) {
  const { repo, doctor, databaseKind: kind, dataDir, clock } = deps

  /** An examination that fails is itself a finding. */
  const examinations: Readonly<Record<string, () => Promise<Finding[]>>> = {
    Database: () => doctor.examine(),
    async Disk() {
      const { bavail, bsize } = await statfs(dataDir)
      return [diskFinding(bavail * bsize)]
    },
    Backups: async () => [backupFinding(await repo.backups(), { kind, now: clock.now() })],
    Mail: async () => [mailFinding(await repo.hasMailServer())],
    'Last unexpected end': async () => [
      lastEndFinding(await lastUnexpectedEndIn(dataDir), clock.now()),
    ],
    async Memory() {
      const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
      return [memoryFinding({ used, most })]
    },
  }

  return {
    async examine(): Promise<Report> {
      const found = await Promise.all(
        Object.entries(examinations).map(([name, examine]) =>
          examine().catch(() => [
            trouble(name, 'the check failed', 'Try again; if the error persists, see the log.'),
          ]),
        ),
      )
      const checks = found.flat().map(presented)
      const has = (status: HealthCheck['status']) => checks.some((check) => check.status === status)
      return {
        status: has('trouble') ? 'unhealthy' : has('warning') ? 'degraded' : 'healthy',
        checkedAt: clock.now().toISOString(),
        checks: checks.length > 0 ? checks : [presented(ok('Tenantscope', 'nothing to check'))],
      }
    },
  }
}

/** Checks that exist once per host; they share one explanation. */
const FAMILIES = ['Clock compared with', 'Connection to']

function presented({ name, state, text, next }: Finding): HealthCheck {
  const family = FAMILIES.find((each) => name.startsWith(`${each} `)) ?? name
  const explanation = EXPLANATIONS[family] ?? 'Tenantscope requires this to work.'
  return { name, status: state, message: sentence(text), explanation, nextStep: next }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
