import { useQueryClient } from '@tanstack/react-query'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { useMemo, useState } from 'react'

import { eligibleUsers, useReportSources, withIds } from '../../lib/report-selection.ts'
import type { ReportSources, ReportTenant } from '../../lib/report-selection.ts'
import { TENANT_LICENSES, TENANT_USERS } from '../../lib/tenant-data.ts'
import { problemBefore, WIZARD_STEPS } from './wizard-steps.ts'
import type { WizardChoice } from './wizard-steps.ts'

/** Where somebody is in the wizard and what they have chosen; it ends with the dialog. */
export interface Wizard {
  tenant: ReportTenant
  sources: ReportSources
  /** Of WIZARD_STEPS. */
  stepIndex: number
  /** Steps that may be gone to: they were there already, and nothing before them is missing. */
  canGoTo: (index: number) => boolean
  goTo: (index: number) => void
  choice: WizardChoice
  isDirty: boolean
  chosenLicenseIds: ReadonlySet<string>
  chosenUserIds: ReadonlySet<string>
  /** Who holds one of the chosen licenses, by name. */
  eligible: ReportSources['people']['users']
  /** People who were chosen and hold none of the chosen licenses any more. */
  leftCount: number
  /** Why the server sent us back to the users. */
  outdated: string | null
  chooseType: (type: ReportType) => void
  chooseLicenses: (skuIds: Iterable<string>, isChosen: boolean) => void
  chooseUsers: (ids: Iterable<string>, isChosen: boolean) => void
  chooseFormat: (format: ReportFormat) => void
  /** The data changed under the selection: reads them again and goes to the users. */
  beginAnew: (message: string) => void
}

const LICENSES = WIZARD_STEPS.findIndex(({ id }) => id === 'licenses')
const USERS = WIZARD_STEPS.findIndex(({ id }) => id === 'users')
const NOTHING: ReadonlySet<string> = new Set()

/** The state of one wizard. */
export function useWizard(tenant: ReportTenant): Wizard {
  const client = useQueryClient()
  const [{ stepIndex, furthest }, setPlace] = useState({ stepIndex: 0, furthest: 0 })
  const [reportType, setReportType] = useState<ReportType | null>(null)
  const [licenseIds, setLicenseIds] = useState(NOTHING)
  const [userIds, setUserIds] = useState(NOTHING)
  const [format, setFormat] = useState<ReportFormat | null>(null)
  const [outdated, setOutdated] = useState<string | null>(null)
  // The people come while somebody selects licenses.
  const sources = useReportSources(tenant, { wantsPeople: furthest >= LICENSES })
  const { people } = sources
  const isLoadingUsers = !people.isComplete && people.error === null
  const available = sources.licenses.data?.licenses
  // Derived, not stored: what is gone or hidden meanwhile is never chosen, and who left by a license
  // that was taken out is back when it is put in again.
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
  const choice = { reportType, licenses, users, format, isLoadingUsers }
  const goTo = (index: number) =>
    setPlace((place) => ({ stepIndex: index, furthest: Math.max(place.furthest, index) }))
  return {
    tenant,
    sources,
    stepIndex,
    canGoTo: (index) => index <= furthest && problemBefore(index, choice) === undefined,
    goTo,
    choice,
    isDirty: reportType !== null || licenseIds.size > 0 || userIds.size > 0 || format !== null,
    chosenLicenseIds,
    chosenUserIds,
    eligible,
    leftCount: isLoadingUsers ? 0 : userIds.size - users.length,
    outdated,
    chooseType: setReportType,
    chooseLicenses: (skuIds, isChosen) => setLicenseIds(withIds(licenseIds, skuIds, isChosen)),
    chooseUsers: (ids, isChosen) => {
      setOutdated(null)
      // Whoever left does not come back once somebody has chosen anew.
      setUserIds(withIds(isLoadingUsers ? userIds : chosenUserIds, ids, isChosen))
    },
    chooseFormat: setFormat,
    beginAnew: (message) => {
      setOutdated(message)
      setPlace({ stepIndex: USERS, furthest: WIZARD_STEPS.length - 1 })
      for (const key of [TENANT_LICENSES, TENANT_USERS])
        void client.invalidateQueries({ queryKey: [key, tenant.id] })
    },
  }
}
