import type { ComponentProps, RefCallback } from 'react'

/**
 * What the router hands to the element of a link. Its ref is always a function; Fluent's components,
 * which may be a button or a link, take no ref object.
 */
export type AnchorProps = Omit<ComponentProps<'a'>, 'ref' | 'content'> & {
  ref?: RefCallback<HTMLAnchorElement>
}
