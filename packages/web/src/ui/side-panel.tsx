import {
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { ReactNode } from 'react'

import { ForeignText } from './foreign-text.tsx'
import { IconButton } from './icon-button.tsx'

const useStyles = makeStyles({
  drawer: { maxWidth: '100vw' },
  body: { paddingBottom: '24px' },
})

interface SidePanelProps {
  title: string
  /** Under the title; text from outside the product. */
  subtitle?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** Details of something on the page, in a panel at its side. */
export function SidePanel({ title, subtitle, isOpen, onClose, children }: SidePanelProps) {
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
          action={<IconButton label="Close" icon={<Dismiss20Regular />} onClick={onClose} />}
        >
          <ForeignText wrap>{title}</ForeignText>
        </DrawerHeaderTitle>
        {subtitle !== undefined && (
          <ForeignText wrap variant="body" muted>
            {subtitle}
          </ForeignText>
        )}
      </DrawerHeader>
      <DrawerBody className={styles.body}>{children}</DrawerBody>
    </OverlayDrawer>
  )
}
