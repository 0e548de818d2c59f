import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { VerifiedDomain } from '@tenantscope/contract/tenants'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { PartNote } from './part-note.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomColor: 'transparent' },
  },
})

interface DomainsCardProps {
  domains: readonly VerifiedDomain[]
  failure: PartFailure | undefined
}

/** The verified domains in the server's order: default, initial, then by name. */
export function DomainsCard({ domains, failure }: DomainsCardProps) {
  const styles = useStyles()
  return (
    <SectionCard title="Verified domains">
      {failure && <PartNote failure={failure} />}
      {!failure && domains.length === 0 && <span>No verified domain</span>}
      {domains.length > 0 && (
        <ul className={styles.list}>
          {domains.map(({ name, isDefault, isInitial }) => (
            <li key={name} className={styles.item}>
              <ForeignText>{name}</ForeignText>
              {isDefault && (
                <Badge appearance="tint" color="brand">
                  Default
                </Badge>
              )}
              {isInitial && (
                <Badge appearance="outline" color="informative">
                  Initial
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
