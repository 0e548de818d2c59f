import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getSystemHealth, HealthCheck } from '@tenantscope/contract/system'

import type { Clock } from '../../lib/clock.ts'
import { ok, trouble } from './doctor.rules.ts'
import type { Finding } from './doctor.rules.ts'
import { EXPLANATIONS } from './system-health.rules.ts'

export type SystemHealthService = ReturnType<typeof createSystemHealth>

type Report = CallReply<typeof getSystemHealth>

/** Looks at everything that Tenantscope stands on, with words for administrators. */
export function createSystemHealth(deps: {
  /** Each set looks at things of its own; one that fails is itself a finding. */
  examinations: readonly { name: string; examine: () => Promise<Finding[]> }[]
  clock: Clock
}) {
  return {
    async examine(): Promise<Report> {
      const found = await Promise.all(
        deps.examinations.map(({ name, examine }) =>
          examine().catch(() => [
            trouble(name, 'could not be looked at', 'Try again; if this stays, look into the log.'),
          ]),
        ),
      )
      const checks = found.flat().map(presented)
      const has = (status: HealthCheck['status']) => checks.some((check) => check.status === status)
      return {
        status: has('trouble') ? 'unhealthy' : has('warning') ? 'degraded' : 'healthy',
        checkedAt: deps.clock.now().toISOString(),
        checks: checks.length > 0 ? checks : [presented(ok('Tenantscope', 'nothing to look at'))],
      }
    },
  }
}

/** Two clocks and two ways are looked at: what they have in common explains them. */
const FAMILIES = ['Clock against', 'Way to']

function presented({ name, state, text, next }: Finding): HealthCheck {
  const family = FAMILIES.find((each) => name.startsWith(`${each} `)) ?? name
  const explanation = EXPLANATIONS[family] ?? 'One of the things that Tenantscope stands on.'
  return { name, status: state, message: sentence(text), explanation, nextStep: next }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
