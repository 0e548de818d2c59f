import { Badge, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { priceSourceText } from '@tenantscope/analysis/price-text'
import type { License } from '@tenantscope/contract/licenses'

import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import type { EditLicense } from './licenses-view.ts'

const useStyles = makeStyles({
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  price: { marginInlineStart: 'auto', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

interface LicenseFactProps {
  license: License
  onEdit: EditLicense
}

/** Shows the names of a SKU, their sources, its part number, and the menu that edits it. */
export function LicenseName({ license, onEdit }: LicenseFactProps) {
  const styles = useStyles()
  const { displayName, productName, friendlyName, skuPartNumber, skuId, isKnown } = license
  return (
    <Stack row gap={4} align="center">
      <Stack>
        <ForeignText variant="strong">{displayName}</ForeignText>
        {friendlyName !== null && (
          <ForeignText variant="caption" muted>
            {productName}
          </ForeignText>
        )}
        <ForeignText className={styles.code}>{skuPartNumber || skuId}</ForeignText>
        {!isKnown && (
          <Text variant="caption" muted>
            No known name
          </Text>
        )}
      </Stack>
      <EditButton license={license} onEdit={onEdit} />
    </Stack>
  )
}

const loadEntries = async () => (await import('./edit-menu-entries.tsx')).EditMenuEntries

const EditMenuEntries = lazyPart(loadEntries)

/** The one button that edits a license: its name, type or price. */
function EditButton({ license, onEdit }: LicenseFactProps) {
  const [wear, menu] = useMenuButton(loadEntries)
  return (
    <>
      <IconButton
        {...wear}
        size="small"
        icon={<EditRegular />}
        label={`Edit ${license.displayName}`}
        hint="Edit"
      />
      {menu && (
        <LaterPart>
          <EditMenuEntries menu={menu} license={license} onEdit={onEdit} />
        </LaterPart>
      )}
    </>
  )
}

/** Paid, free and so on, with the reason, and whether an administrator said so. */
export function LicenseTypeFact({ license }: { license: License }) {
  return (
    <Stack gap={2} align="start">
      <LicenseTypeBadge license={license} />
      {license.ownType !== null && (
        <Text variant="caption" muted>
          set by an administrator
        </Text>
      )}
    </Stack>
  )
}

/** Shows the monthly price of a seat and its source. */
export function LicensePrice({ license }: { license: License }) {
  const styles = useStyles()
  const { money, day } = useFormat()
  const { price } = license
  return (
    <Stack row align="center" justify="end" gap={8} className={styles.price}>
      {price === null ? (
        <Text variant="caption" muted>
          no list price
        </Text>
      ) : (
        <Stack as="span" align="end">
          {money(price.monthly, price.currency)}
          <Text variant="caption" muted>
            {priceSourceText(price, { money, date: day })}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}

export function VisibilityBadge({ isVisible }: Pick<License, 'isVisible'>) {
  return (
    <Badge
      appearance={isVisible ? 'tint' : 'outline'}
      color={isVisible ? 'success' : 'informative'}
    >
      {isVisible ? 'Visible' : 'Hidden'}
    </Badge>
  )
}
