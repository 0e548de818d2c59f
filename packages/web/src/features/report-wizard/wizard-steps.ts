import type { TenantLicense, TenantUser } from '@tenantscope/contract/licenses'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'

/** The five steps in their order (specification section 2). */
export const WIZARD_STEPS = [
  { id: 'type', label: 'Report type', heading: 'Choose a report type' },
  { id: 'licenses', label: 'Licenses', heading: 'Select licenses' },
  { id: 'users', label: 'Users', heading: 'Select users' },
  { id: 'format', label: 'Format', heading: 'Choose a format' },
  { id: 'review', label: 'Review', heading: 'Review and generate' },
] as const

export type WizardStepId = (typeof WIZARD_STEPS)[number]['id']

/** What somebody has chosen so far, without what cannot be chosen any more. */
export interface WizardChoice {
  reportType: ReportType | null
  licenses: readonly TenantLicense[]
  users: readonly TenantUser[]
  format: ReportFormat | null
  /** Not everybody has arrived: who is chosen cannot be told yet. */
  isLoadingUsers: boolean
}

/** What is missing in a step before the next one may follow (specification section 5). */
export function problemOf(step: WizardStepId, choice: WizardChoice): string | undefined {
  return PROBLEMS[step](choice)
}

const PROBLEMS: Record<WizardStepId, (choice: WizardChoice) => string | undefined> = {
  type: ({ reportType }) => (reportType === null ? 'Please select a report type.' : undefined),
  licenses: ({ licenses }) =>
    licenses.length === 0 ? 'Please select at least one license.' : undefined,
  users: ({ users, isLoadingUsers }) => {
    if (isLoadingUsers) return 'Please wait until all users are loaded.'
    return users.length === 0
      ? 'Please select at least one user to generate this report.'
      : undefined
  },
  format: ({ format }) => (format === null ? 'Please select a format.' : undefined),
  review: () => undefined,
}

/** The first of the steps before this one that lacks something; undefined where none does. */
export function problemBefore(index: number, choice: WizardChoice): string | undefined {
  return WIZARD_STEPS.slice(0, index)
    .map(({ id }) => problemOf(id, choice))
    .find((problem) => problem !== undefined)
}
