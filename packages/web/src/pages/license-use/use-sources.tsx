import type { LicenseUse, UseGap } from '@tenantscope/contract/license-use'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { OutdatedLabel } from '../../ui/outdated-label.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const SIGN_IN_GAPS: Record<UseGap, string> = {
  notRead: 'Not read yet. They are read once a night.',
  PERMISSION_MISSING: 'Not read: the permission AuditLog.Read.All is missing in this tenant.',
  NOT_LICENSED: 'Not available: Microsoft returns sign-in dates only with Microsoft Entra ID P1.',
  NOT_IN_CLOUD: 'Not available in this cloud.',
  concealed: 'Not available.',
  failed: 'The last attempt to read them failed.',
}

const USAGE_GAPS: Record<UseGap, string> = {
  notRead: 'Not read yet. The report is read once a night.',
  PERMISSION_MISSING: 'Not read: the permission Reports.Read.All is missing in this tenant.',
  NOT_LICENSED: 'Not available.',
  NOT_IN_CLOUD: 'Not available in this cloud.',
  concealed:
    'The report conceals names. An administrator of the tenant can show them in the Microsoft 365 admin center: Settings, Org settings, Reports, clear "Display concealed user, group, and site names in all reports".',
  failed: 'The last attempt to read the report failed.',
}

/** Where the evidence comes from, how old it is, and what it cannot say. */
export function UseSources({ signIns, usage }: Pick<LicenseUse, 'signIns' | 'usage'>) {
  const format = useFormat()
  const signInText = () => {
    if (signIns.gap !== null) return SIGN_IN_GAPS[signIns.gap]
    return signIns.asOf === null ? 'Not known' : `As of ${format.dateTime(signIns.asOf)}`
  }
  const usageText = () => {
    if (usage.gap !== null) return USAGE_GAPS[usage.gap]
    return usage.reportDate === null
      ? 'The date of the report is not known'
      : `Report of ${format.day(usage.reportDate)}`
  }
  return (
    <SectionCard title="Evidence">
      <FactList
        facts={[
          { label: 'Sign-in dates', value: aged(signInText(), signIns.isOld) },
          { label: 'Usage report', value: aged(usageText(), usage.isOld) },
        ]}
      />
      <Text as="p" variant="caption" muted>
        Microsoft reports the use of Exchange, OneDrive and SharePoint, Teams, and Viva Engage per
        person. The use of other plans, such as desktop applications, security or devices, is not in
        this report. Shared mailboxes, service accounts and rooms cannot be told from people with
        these permissions: mark them, so that they are listed apart.
      </Text>
    </SectionCard>
  )
}

const aged = (text: string, isOld: boolean) => (
  <Stack row wrap gap={8} align="center">
    <span>{text}</span>
    {isOld && <OutdatedLabel />}
  </Stack>
)
