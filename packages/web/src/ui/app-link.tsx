import { Button, Link } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, RefCallback } from 'react'

/** A link within the application, in Fluent's look. */
export const AppLink = createLink(Anchor)

/** A link within the application that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)

function Anchor({ ref, ...props }: AnchorProps) {
  return <Link as="a" {...props} ref={ref ?? null} />
}

type ButtonAnchorProps = AnchorProps & Pick<ButtonProps, 'appearance' | 'icon' | 'size'>

function ButtonAnchor({ ref, ...props }: ButtonAnchorProps) {
  return <Button as="a" {...props} ref={ref ?? null} />
}

/**
 * The properties that the router passes to a link element. Its ref is always a function; Fluent's
 * components take no ref object.
 */
export type AnchorProps = Omit<ComponentProps<'a'>, 'ref' | 'content'> & {
  ref?: RefCallback<HTMLAnchorElement>
}
