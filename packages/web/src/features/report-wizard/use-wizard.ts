import { useQueryClient } from '@tanstack/react-query'
import type { TenantLicense, TenantUser } from '@tenantscope/contract/licenses'
import type { TenantCheck } from '@tenantscope/contract/posture'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { useMemo, useState } from 'react'

import { withIds } from '../../lib/find-tenants.ts'
import { eligibleUsers, selectionOf, useReportSources } from '../../lib/report-selection.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { TENANT_LICENSES, TENANT_USERS } from '../../lib/tenant-data.ts'
import { useCheckChoice } from './use-check-choice.ts'

/** The steps in their order (specification section 2); each type of report has five or fewer. */
const WIZARD_STEPS = [
  { id: 'type', label: 'Report type', heading: 'Choose a report type' },
  { id: 'licenses', label: 'Licenses', heading: 'Select licenses' },
  { id: 'users', label: 'Users', heading: 'Select users' },
  { id: 'checks', label: 'Checks', heading: 'Select checks' },
  { id: 'format', label: 'Format', heading: 'Choose a format' },
  { id: 'review', label: 'Review', heading: 'Review and generate' },
] as const

export type WizardStep = (typeof WIZARD_STEPS)[number]
export type WizardStepId = WizardStep['id']

/** The steps of a type of report: one of the posture has checks in place of licenses and users, one of the savings no users. */
const STEPS: Record<ReportType, readonly WizardStep[]> = {
  'user-license': WIZARD_STEPS.filter(({ id }) => id !== 'checks'),
  posture: WIZARD_STEPS.filter(({ id }) => id !== 'licenses' && id !== 'users'),
  savings: WIZARD_STEPS.filter(({ id }) => id !== 'checks' && id !== 'users'),
}

/** The selection so far, without what can no longer be selected. */
interface WizardChoice {
  reportType: ReportType | null
  licenses: readonly TenantLicense[]
  users: readonly TenantUser[]
  /** Null: every check. */
  checks: readonly TenantCheck[] | null
  format: ReportFormat | null
  /** Users are still being loaded: the selection of users is incomplete. */
  isLoadingUsers: boolean
}

/** Returns what is missing in a step before the next one may open (specification section 5). */
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
  checks: ({ checks }) => (checks?.length === 0 ? 'Please select at least one check.' : undefined),
  format: ({ format }) => (format === null ? 'Please select a format.' : undefined),
  review: () => undefined,
}

/** Returns what is missing in the first incomplete step before this one; undefined: nothing is. */
export function problemBefore(index: number, choice: WizardChoice): string | undefined {
  return stepsOf(choice)
    .slice(0, index)
    .map(({ id }) => problemOf(id, choice))
    .find((problem) => problem !== undefined)
}

/** Returns the steps of the chosen type; before the choice those of the first type. */
const stepsOf = ({ reportType }: Pick<WizardChoice, 'reportType'>): readonly WizardStep[] =>
  STEPS[reportType ?? 'user-license']

/** Returns what was chosen, without the format; null before a type was chosen. */
export function orderOf(choice: WizardChoice): ReportOrder | null {
  return choice.reportType === null ? null : ORDERS[choice.reportType](choice)
}

const ORDERS: Record<ReportType, (choice: WizardChoice) => ReportOrder> = {
  'user-license': ({ licenses, users }) => ({
    reportType: 'user-license',
    selection: selectionOf(licenses, users),
  }),
  posture: ({ checks }) => ({
    reportType: 'posture',
    selection: checks === null ? {} : { checkIds: checks.map(({ id }) => id) },
  }),
  savings: ({ licenses }) => ({
    reportType: 'savings',
    selection: { licenseIds: licenses.map(({ skuId }) => skuId) },
  }),
}

/** The state of one wizard; it ends with the dialog. */
export type Wizard = ReturnType<typeof useWizard>

const LICENSE_STEPS = STEPS['user-license']
const LICENSES = LICENSE_STEPS.findIndex(({ id }) => id === 'licenses')
const USERS = LICENSE_STEPS.findIndex(({ id }) => id === 'users')
const NOTHING: ReadonlySet<string> = new Set()

/** Holds the current step and what is selected, without what can no longer be selected. */
export function useWizard(tenant: ReportTenant) {
  const client = useQueryClient()
  const [{ stepIndex, furthest }, setPlace] = useState({ stepIndex: 0, furthest: 0 })
  const [reportType, setReportType] = useState<ReportType | null>(null)
  const [licenseIds, setLicenseIds] = useState(NOTHING)
  const [userIds, setUserIds] = useState(NOTHING)
  const checkChoice = useCheckChoice(tenant, { isEnabled: reportType === 'posture' })
  const [format, setFormat] = useState<ReportFormat | null>(null)
  const [outdated, setOutdated] = useState<string | null>(null)
  // The users are loaded while licenses are selected.
  const wantsPeople = reportType === 'user-license' && furthest >= LICENSES
  const sources = useReportSources(tenant, { wantsPeople })
  const { people } = sources
  const isLoadingUsers = !people.isComplete && people.error === null
  const available = sources.licenses.data?.licenses
  // Derived, not stored: what is gone or hidden meanwhile is never selected, and users of a license
  // that was cleared are back when it is selected again.
  const licenses = useMemo(
    () => (available ?? []).filter(({ skuId }) => licenseIds.has(skuId)),
    [available, licenseIds],
  )
  const chosenLicenseIds = useMemo(() => new Set(licenses.map(({ skuId }) => skuId)), [licenses])
  const eligible = useMemo(
    () => eligibleUsers(people.users, chosenLicenseIds),
    [people.users, chosenLicenseIds],
  )
  const users = useMemo(() => eligible.filter(({ id }) => userIds.has(id)), [eligible, userIds])
  const chosenUserIds = useMemo(() => new Set(users.map(({ id }) => id)), [users])
  const choice = {
    reportType,
    licenses,
    users,
    checks: checkChoice.chosen,
    format,
    isLoadingUsers,
  }
  const goTo = (index: number) =>
    setPlace((place) => ({ stepIndex: index, furthest: Math.max(place.furthest, index) }))
  return {
    tenant,
    sources,
    steps: stepsOf(choice),
    stepIndex,
    /** Whether the step was open already, and nothing before it is missing. */
    canGoTo: (index: number) => index <= furthest && problemBefore(index, choice) === undefined,
    goTo,
    choice,
    isDirty:
      reportType !== null ||
      licenseIds.size > 0 ||
      userIds.size > 0 ||
      checkChoice.isChanged ||
      format !== null,
    checkChoice,
    chosenLicenseIds,
    chosenUserIds,
    eligible,
    /** Counts selected users that hold none of the selected licenses any more. */
    leftCount: isLoadingUsers ? 0 : userIds.size - users.length,
    /** Why the server refused the selection, or null. */
    outdated,
    chooseType: (type: ReportType) => {
      // The steps behind the first one are others.
      if (type !== reportType) setPlace({ stepIndex: 0, furthest: 0 })
      setReportType(type)
    },
    chooseLicenses: (skuIds: Iterable<string>, isChosen: boolean) =>
      setLicenseIds(withIds(licenseIds, skuIds, isChosen)),
    chooseUsers: (ids: Iterable<string>, isChosen: boolean) => {
      setOutdated(null)
      // Users that were removed do not come back after a new selection.
      setUserIds(withIds(isLoadingUsers ? userIds : chosenUserIds, ids, isChosen))
    },
    chooseFormat: setFormat,
    /** Reads the changed data again and goes to the users. */
    startAgain: (message: string) => {
      setOutdated(message)
      setPlace({ stepIndex: USERS, furthest: LICENSE_STEPS.length - 1 })
      for (const key of [TENANT_LICENSES, TENANT_USERS])
        void client.invalidateQueries({ queryKey: [key, tenant.id] })
    },
  }
}
