import { Badge, makeStyles, Tooltip } from '@fluentui/react-components'
import { licenseContextsOf, retiredNoteOf } from '@tenantscope/analysis/license-contexts'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { License, LicenseKind } from '@tenantscope/contract/licenses'

import { useFormat } from '../lib/preferences.ts'
import { licensePriceText } from './license-price-text.ts'

const useStyles = makeStyles({ contexts: { margin: 0, paddingInlineStart: '16px' } })

interface LicenseTypeProps {
  license: Pick<License, 'skuPartNumber' | 'licenseType' | 'kind' | 'price'>
}

/** Shows what kind of license it is; a tooltip explains kinds that need it. */
export function LicenseTypeBadge({ license }: LicenseTypeProps) {
  const { kind } = license
  const { name } = LICENSE_KINDS[kind]
  if (kind === 'paid' || kind === 'free')
    return (
      <Badge appearance="outline" color="informative">
        {name}
      </Badge>
    )
  return (
    <Tooltip relationship="description" withArrow content={<TypeNote license={license} />}>
      {/* The tooltip must open from the keyboard too. */}
      <Badge appearance="outline" color="informative" tabIndex={0}>
        {name}
      </Badge>
    </Tooltip>
  )
}

const NOTES: Readonly<Partial<Record<LicenseKind, string>>> = {
  device: 'It is for devices or servers and not assigned to people: unused seats are not waste.',
  trial: 'A trial costs nothing until it ends. Its seats are in no total.',
  'self-service': 'Users sign up for it themselves, at no cost. Its seats are in no total.',
  'company-wide': 'It applies to the organization and is not assigned to people.',
  unknown:
    "Microsoft's list of products does not contain it, and nothing shows that its seats cost anything. They are in no total. An administrator can set a type or a price.",
}

/** Explains the kind: why the license is retired, when a seat may be free, or where it does not count. */
function TypeNote({ license }: LicenseTypeProps) {
  const styles = useStyles()
  const format = useFormat()
  const note = NOTES[license.kind]
  if (note !== undefined) return note
  const retired = retiredNoteOf(license)
  if (retired !== null) return retired
  const contexts = licenseContextsOf(license)
  if (contexts.length === 0) return 'Its type was set by an administrator.'
  return (
    <>
      It counts as paid{license.price && `, ${licensePriceText({ price: license.price }, format)}`},
      but may be free:
      <ul className={styles.contexts}>
        {contexts.map((context) => (
          <li key={context}>{context}</li>
        ))}
      </ul>
    </>
  )
}
