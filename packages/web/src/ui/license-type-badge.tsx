import { Badge, makeStyles, Tooltip } from '@fluentui/react-components'
import { licenseContextsOf, retiredNoteOf } from '@tenantscope/analysis/license-contexts'
import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'

import { useFormat } from '../lib/preferences.ts'
import { licensePriceText } from './license-price-text.ts'

const useStyles = makeStyles({ contexts: { margin: 0, paddingInlineStart: '16px' } })

interface LicenseTypeProps {
  license: Pick<License, 'skuPartNumber' | 'licenseType' | 'price'>
}

/** Shows the license type; a tooltip explains types that need it. */
export function LicenseTypeBadge({ license }: LicenseTypeProps) {
  const { licenseType } = license
  const name = LICENSE_TYPE_NAMES[licenseType]
  if (licenseType === 'paid' || licenseType === 'free')
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

/** Explains why the license is retired, or when a seat may be free. */
function TypeNote({ license }: LicenseTypeProps) {
  const styles = useStyles()
  const format = useFormat()
  const retired = retiredNoteOf(license)
  if (retired !== null) return retired
  const contexts = licenseContextsOf(license)
  if (contexts.length === 0) return 'Its type was set by an administrator.'
  return (
    <>
      It counts as paid{license.price && `, ${licensePriceText(license.price, format)}`}, but may be
      free:
      <ul className={styles.contexts}>
        {contexts.map((context) => (
          <li key={context}>{context}</li>
        ))}
      </ul>
    </>
  )
}
