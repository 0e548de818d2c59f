import { Button } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { Open16Regular } from '@fluentui/react-icons/svg/open'

interface PortalButtonProps extends Pick<ButtonProps, 'appearance' | 'size'> {
  /** Of the connection's cloud; without it no button is shown. */
  href: string | null | undefined
  children?: string
}

/** Opens Microsoft's portal in a new tab. */
export function PortalButton(props: PortalButtonProps) {
  const { href, children = 'Open Azure Portal', ...look } = props
  if (href === undefined || href === null) return null
  return (
    <Button
      {...look}
      as="a"
      icon={<Open16Regular />}
      iconPosition="after"
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </Button>
  )
}
