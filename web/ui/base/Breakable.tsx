import { Fragment } from 'react'

/** A mail or another word without spaces: it goes on to the next line after its @ or a dot, before it is cut anywhere. */
export function Breakable({ children }: { children: string }) {
  return children.split(/([@.]+)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      {index % 2 === 1 && <wbr />}
    </Fragment>
  ))
}
