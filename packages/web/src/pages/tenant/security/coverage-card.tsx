import { mfaReasonText } from '@tenantscope/analysis/coverage/mfa-text'
import type { MfaCounts, MfaCoverage } from '@tenantscope/contract/mfa'
import type { TenantCheck } from '@tenantscope/contract/posture'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { useFormat } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { LazyStackedBar } from '../../../ui/charts/lazy-charts.tsx'
import { MfaLabel } from '../../../ui/mfa-label.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { MfaDifference } from './mfa-difference-note.tsx'

interface CoverageCardProps extends Pick<TenantDetails, 'mfa' | 'tenant'> {
  /** The check of the policies for MFA; undefined before the first judging. */
  check: TenantCheck | undefined
}

/** How many people are covered by MFA, with the way to who is not. */
export function CoverageCard({ mfa, tenant, check }: CoverageCardProps) {
  return (
    <SectionCard title="MFA coverage">
      {mfa === null ? <span>Not read yet</span> : <Coverage mfa={mfa} />}
      {mfa !== null && check !== undefined && <MfaDifference mfa={mfa.verdict} check={check} />}
      {mfa !== null && tenant.posture?.isOld === true && (
        <Text as="p">
          This tenant was not read for 7 days: All Tenants and Posture show its MFA coverage as not
          known.
        </Text>
      )}
      <AppLink from="/tenant/$tenantId" search={{ tab: 'security', compareWith: '' }}>
        Compare policies with another tenant
      </AppLink>
    </SectionCard>
  )
}

function Coverage({ mfa: { verdict, counts, reasons } }: { mfa: MfaCoverage }) {
  return (
    <Stack gap={16}>
      <MfaLabel verdict={verdict} notCovered={counts?.membersNotCovered ?? null} />
      {counts && <Members counts={counts} />}
      {counts === null && (
        <Stack as="ul" gap={4}>
          {reasons.map(mfaReasonText).map((text) => (
            <li key={text}>
              <Text variant="caption">{text}</Text>
            </li>
          ))}
        </Stack>
      )}
      <Stack row wrap gap={16} lineGap={4}>
        <PeopleLink people="notCovered">See who is not covered and why</PeopleLink>
        <PeopleLink people="all">See everybody</PeopleLink>
      </Stack>
    </Stack>
  )
}

function Members({ counts }: { counts: MfaCounts }) {
  const format = useFormat()
  const { guests, guestsCovered, blocked, emergencyAccounts } = counts
  return (
    <>
      <LazyStackedBar
        title="Members by MFA coverage"
        columns={{ label: 'Coverage', count: 'Members' }}
        segments={[
          { key: 'covered', label: 'Covered', count: counts.membersCovered },
          { key: 'notCovered', label: 'Not covered', count: counts.membersNotCovered },
          { key: 'notKnown', label: 'Not known', count: counts.membersNotKnown },
        ]}
      />
      <Text as="p" variant="caption" muted tabular>
        Guests: {format.number(guestsCovered)} of {format.number(guests)} covered. Blocked:{' '}
        {format.number(blocked)}. Emergency access accounts: {format.number(emergencyAccounts)}.
        These do not count as members.
      </Text>
    </>
  )
}

function PeopleLink({ people, children }: { people: 'all' | 'notCovered'; children: string }) {
  return (
    <AppLink from="/tenant/$tenantId" search={{ tab: 'security', people }}>
      {children}
    </AppLink>
  )
}
