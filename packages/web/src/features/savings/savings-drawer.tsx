import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { TenantId } from '@tenantscope/contract/ids'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseHolders } from './license-holders.tsx'
import type { Figure, SavingsRow } from './savings-words.ts'
import { SeatArithmetic } from './seat-arithmetic.tsx'

const useStyles = makeStyles({
  drawer: { maxWidth: '100vw' },
  license: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
  body: { paddingBottom: '24px' },
})

const TITLES: Record<Figure['opens'], string> = {
  all: 'Holders',
  blocked: 'Blocked holders',
  guests: 'Guest holders',
  seats: 'How the seats add up',
}

interface SavingsDrawerProps {
  tenantId: TenantId
  row: SavingsRow
  opens: Figure['opens']
  isOpen: boolean
  /** Shows something else of the same license. */
  onOpen: (opens: Figure['opens']) => void
  onClose: () => void
}

/** What is behind a figure of savings: the people, or the arithmetic of the seats. */
export function SavingsDrawer(props: SavingsDrawerProps) {
  const { tenantId, row, opens, isOpen, onOpen, onClose } = props
  const styles = useStyles()
  return (
    <OverlayDrawer
      open={isOpen}
      position="end"
      size="medium"
      className={styles.drawer}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label="Close"
              icon={<Dismiss20Regular />}
              onClick={onClose}
            />
          }
        >
          {TITLES[opens]}
        </DrawerHeaderTitle>
        <ForeignText wrap className={styles.license}>
          {row.license.displayName}
        </ForeignText>
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        {opens === 'seats' ? (
          <SeatArithmetic row={row} onOpen={onOpen} />
        ) : (
          <LicenseHolders tenantId={tenantId} skuId={row.license.skuId} kind={opens} />
        )}
      </DrawerBody>
    </OverlayDrawer>
  )
}
