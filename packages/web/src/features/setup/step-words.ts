import type { SetupStep, SetupStepId } from '@tenantscope/contract/onboarding'

interface StepWords {
  title: string
  /** Instructions for a first-time user. */
  advice: string
}

export const STEP_WORDS: Readonly<Record<SetupStepId, StepWords>> = {
  connect: {
    title: 'Connect Microsoft',
    advice:
      'Create an app registration in your own Microsoft Entra ID (Azure AD) directory, and enter its application ID, directory ID and secret.',
  },
  redirectUris: {
    title: 'Register the redirect URIs',
    advice:
      'Add both addresses to the app registration. The first sign-in or consent confirms that they are correct.',
  },
  permissions: {
    title: 'Grant the permissions',
    advice:
      'Add the required permissions to the app registration and grant admin consent for your own directory.',
  },
  firstTenant: {
    title: 'Read the first tenant',
    advice:
      'Tenants with a contract or a delegated relationship appear automatically with a refresh. Add any other tenant by its domain.',
  },
  people: {
    title: 'Let your colleagues in',
    advice:
      'Import them from your directory and grant them tenants. Role mappings give them a role by their directory role. Then send them the sign-in address.',
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
