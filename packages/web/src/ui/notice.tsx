import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

const useStyles = makeStyles({ body: { minWidth: 0, overflowWrap: 'anywhere' } })

interface NoticeProps extends Omit<ComponentProps<typeof MessageBar>, 'title' | 'children'> {
  title?: ReactNode
  children?: ReactNode
  /** One button; absent: the actions. */
  action?: { label: string; onClick: () => void } | undefined
  /** Buttons and links, which are small here. */
  actions?: ReactNode
  /** A button in the corner, such as `DismissButton`. */
  containerAction?: ReactElement
}

/** A message bar: an optional title, a text, and the actions that it offers. */
export function Notice(props: NoticeProps) {
  const { title, children, action, actions, containerAction, ...bar } = props
  const styles = useStyles()
  const button = action && <Button onClick={action.onClick}>{action.label}</Button>
  return (
    <MessageBar layout="multiline" {...bar}>
      <MessageBarBody className={styles.body}>
        {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
        {children}
      </MessageBarBody>
      {(button ?? actions ?? containerAction) !== undefined && (
        <MessageBarActions containerAction={containerAction ?? null}>
          {button ?? actions}
        </MessageBarActions>
      )}
    </MessageBar>
  )
}
