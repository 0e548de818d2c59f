import { makeStyles, tokens } from '@fluentui/react-components'
import { useLocation } from '@tanstack/react-router'
import { countedPeople } from '@tenantscope/analysis/coverage/mfa-label'
import { mfaReasonText } from '@tenantscope/analysis/coverage/mfa-text'
import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaCounts, MfaCoverage } from '@tenantscope/contract/mfa'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useLinkedItem } from './use-linked-item.ts'

const useStyles = makeStyles({ card: { borderRadius: tokens.borderRadiusLarge } })

interface MfaCardProps {
  mfa: MfaCoverage | null
  tenantId: TenantId
}

/** The MFA verdict of a tenant, with its counts and reasons. It gets the focus from a link to #mfa. */
export function MfaCard({ mfa, tenantId }: MfaCardProps) {
  const styles = useStyles()
  const card = useLinkedItem<HTMLDivElement>(useLocation({ select: ({ hash }) => hash === 'mfa' }))
  return (
    <div ref={card} tabIndex={-1} className={styles.card}>
      <SectionCard title="MFA coverage">
        {mfa === null ? <span>Not read yet</span> : <Coverage mfa={mfa} />}
        {mfa !== null && (
          <AppLink
            to="/tenant/$tenantId"
            params={{ tenantId }}
            search={{ tab: 'security', people: 'notCovered' }}
          >
            See who is not covered and why
          </AppLink>
        )}
      </SectionCard>
    </div>
  )
}

function Coverage({ mfa }: { mfa: MfaCoverage }) {
  const format = useFormat()
  return (
    <Stack gap={12}>
      <MfaLabel verdict={mfa.verdict} notCovered={mfa.counts?.membersNotCovered ?? null} />
      {mfa.counts && <FactList facts={factsOf(mfa.counts, format)} />}
      <Stack as="ul" gap={4}>
        {mfa.reasons.map((reason) => {
          const text = mfaReasonText(reason)
          return (
            <li key={text}>
              <Text variant="caption">{text}</Text>
            </li>
          )
        })}
      </Stack>
    </Stack>
  )
}

function factsOf(counts: MfaCounts, { number }: Format): readonly Fact[] {
  return [
    {
      label: 'Members',
      value: `${countedPeople(counts.members)}: ${number(counts.membersCovered)} covered, ${number(counts.membersNotCovered)} not covered, ${number(counts.membersNotKnown)} not known`,
    },
    {
      label: 'Guests',
      value: `${countedPeople(counts.guests)}: ${number(counts.guestsCovered)} covered. Guests do not count for the verdict.`,
    },
    {
      label: 'Blocked',
      value: `${countedPeople(counts.blocked)}. They cannot sign in and do not count for the verdict.`,
    },
    ...(counts.agents > 0
      ? [
          {
            label: 'Agent users',
            value: `${number(counts.agents)}. They are not people, cannot be asked for MFA and do not count for the verdict.`,
          },
        ]
      : []),
    ...(counts.emergencyAccounts > 0
      ? [
          {
            label: 'Emergency access',
            value: `${countedPeople(counts.emergencyAccounts)}. Declared accounts do not count for the verdict.`,
          },
        ]
      : []),
  ]
}
