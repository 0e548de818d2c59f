import { makeStyles, tokens } from '@fluentui/react-components'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { OrganizationDetails } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { addressOf } from './organization-address.ts'
import { PartNote } from './part-note.tsx'

const NOTHING = 'Not given'

const useStyles = makeStyles({
  id: { display: 'inline-flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  idText: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  lines: { display: 'flex', flexDirection: 'column', gap: '4px' },
})

interface OrganizationCardProps {
  organization: OrganizationDetails
  userCount: number | null
  /** Where no card of the people says so itself. */
  usersFailure?: PartFailure | undefined
}

export function OrganizationCard({ organization, userCount, usersFailure }: OrganizationCardProps) {
  const styles = useStyles()
  const format = useFormat()
  const primary = organization.verifiedDomains.find((domain) => domain.isDefault)?.name
  return (
    <SectionCard title="Organization">
      <FactList
        facts={[
          {
            label: 'Organization name',
            value: <ForeignText wrap>{organization.displayName}</ForeignText>,
          },
          {
            label: 'Organization ID',
            value: (
              <span className={styles.id}>
                <span className={styles.idText}>{organization.id}</span>
                <CopyButton text={organization.id} label="Copy organization ID" />
              </span>
            ),
          },
          { label: 'Primary domain', value: <ForeignText wrap>{primary ?? 'N/A'}</ForeignText> },
          {
            label: 'Total users',
            value: userCount === null ? 'Not known' : format.number(userCount),
          },
          { label: 'Phone', value: <Lines texts={organization.businessPhones} /> },
          {
            label: 'Address',
            value: <ForeignText wrap>{addressOf(organization) ?? NOTHING}</ForeignText>,
          },
          {
            label: 'Technical contacts',
            value: <Lines texts={organization.technicalNotificationMails} />,
          },
          { label: 'Created', value: createdText(organization.createdDateTime, format) },
          {
            label: 'Synced from on-premises',
            value: organization.onPremisesSyncEnabled === true ? 'Yes' : 'No',
          },
        ]}
      />
      {usersFailure && <PartNote failure={usersFailure} />}
    </SectionCard>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  const styles = useStyles()
  if (texts.length === 0) return NOTHING
  return (
    <span className={styles.lines}>
      {texts.map((text) => (
        <ForeignText key={text} wrap>
          {text}
        </ForeignText>
      ))}
    </span>
  )
}

function createdText(at: string | null, format: Format): string {
  return at === null ? 'Not known' : format.date(at)
}
