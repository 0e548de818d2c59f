import { Button } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import type { ComponentProps, ReactElement, RefCallback } from 'react'

type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'aria-label' | 'title' | 'children' | 'ref' | 'type' | 'disabled'
> &
  Pick<ButtonProps, 'appearance' | 'size' | 'disabledFocusable'> & {
    ref?: RefCallback<HTMLButtonElement>
    /** Its accessible name, which also says of what: 'Edit the mapping of Helpdesk'. */
    label: string
    /** Its tooltip; absent: the label. */
    hint?: string
    icon: ReactElement
  }

/** A button that shows an icon only: it always has a name and a tooltip. */
export function IconButton({ ref, label, hint = label, ...button }: IconButtonProps) {
  return (
    <Button appearance="subtle" {...button} ref={ref ?? null} aria-label={label} title={hint} />
  )
}
