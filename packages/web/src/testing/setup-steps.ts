import type { getSetup, SetupStep, SetupStepId } from '@tenantscope/contract/onboarding'
import type { z } from 'zod'

type Setup = z.input<(typeof getSetup)['reply']>

const FINDINGS: Record<SetupStepId, { done: string; open: string }> = {
  connect: {
    done: 'Connected to Contoso MSP as application 11111111-0000-4000-8000-000000000001.',
    open: 'No Microsoft connection is stored yet.',
  },
  redirectUris: {
    done: 'A sign-in has come back from Microsoft.',
    open: 'No sign-in and no consent has come back from Microsoft yet.',
  },
  permissions: {
    done: 'All 4 required permissions are granted.',
    open: 'The permissions have not been checked yet.',
  },
  firstTenant: {
    done: '38 of 41 tenants were read.',
    open: 'No customer tenant is known yet.',
  },
  people: {
    done: '3 people can sign in with Microsoft.',
    open: 'Only local administrators can sign in so far.',
  },
}

const STEPS = ['connect', 'redirectUris', 'permissions', 'firstTenant', 'people'] as const

/** A first run in which these steps are done. */
export function setupWith(
  done: readonly SetupStepId[],
  changes: Partial<Pick<Setup, 'credentialDaysLeft'>> = {},
): Setup {
  const steps: SetupStep[] = STEPS.map((id) => {
    const isDone = done.includes(id)
    return { id, isDone, finding: FINDINGS[id][isDone ? 'done' : 'open'] }
  })
  const isComplete = steps.every(({ isDone }) => isDone)
  return { steps, isComplete, credentialDaysLeft: null, ...changes }
}

export const setupDone = setupWith(STEPS)
