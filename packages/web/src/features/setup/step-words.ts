import type { SetupStep, SetupStepId } from '@tenantscope/contract/onboarding'

interface StepWords {
  title: string
  /** What to do, for whoever does it for the first time. */
  advice: string
}

export const STEP_WORDS: Readonly<Record<SetupStepId, StepWords>> = {
  connect: {
    title: 'Connect Microsoft',
    advice:
      'Make an app registration in your own Microsoft Entra ID (Azure AD) directory, and enter its application ID, directory ID and secret.',
  },
  redirectUris: {
    title: 'Register the redirect URIs',
    advice:
      'Add both addresses to the app registration. The first sign-in or consent that comes back from Microsoft shows that they are right.',
  },
  permissions: {
    title: 'Grant the permissions',
    advice:
      'Add the required permissions to the app registration and grant admin consent for your own directory.',
  },
  firstTenant: {
    title: 'Read the first tenant',
    advice:
      'Tenants with a contract or a delegated relationship appear by themselves with a refresh. Any other one is added by its domain.',
  },
  people: {
    title: 'Let your colleagues in',
    advice:
      'Send them the address of Tenantscope. They sign in with Microsoft and see the tenants that an administrator grants them.',
  },
}

/** The one step to do next; undefined when none is left. */
export function nextOf(steps: readonly SetupStep[]): SetupStep | undefined {
  return steps.find(({ isDone }) => !isDone)
}

/** '2 of 5 done'. */
export function progressOf(steps: readonly SetupStep[]): string {
  return `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`
}
