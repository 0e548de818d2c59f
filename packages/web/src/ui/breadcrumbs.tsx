import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
} from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Fragment } from 'react'

import type { AnchorProps } from './anchor-props.ts'

export interface Crumb {
  label: string
  /** Where it leads; the last crumb is the page itself and leads nowhere. */
  to?: LinkProps['to']
}

/** Where the page stands; hidden with one crumb (specification section 2). */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length < 2) return null
  return (
    <Breadcrumb aria-label="Breadcrumb" size="small">
      {crumbs.map(({ label, to }, index) => (
        <Fragment key={label}>
          {index > 0 && <BreadcrumbDivider />}
          <BreadcrumbItem>
            {to === undefined ? (
              <BreadcrumbButton current={index === crumbs.length - 1}>{label}</BreadcrumbButton>
            ) : (
              <CrumbLink to={to}>{label}</CrumbLink>
            )}
          </BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  )
}

const CrumbLink = createLink(CrumbAnchor)

function CrumbAnchor({ ref, ...props }: AnchorProps) {
  return <BreadcrumbButton as="a" {...props} ref={ref ?? null} />
}
