/**
 * Translators of browsers (Google's, Edge's) put the texts of a page into `<font>` elements. React keeps the nodes that it made, and the
 * browser throws where it removes one from its parent of before, or inserts in front of it: one press would end in an error screen
 * (facebook/react#11538). Here the wrapper is taken for the node inside it. Prices, names and codes are `translate="no"` besides:
 * what a translator replaced does not change any more.
 */
export function tolerateTranslators({ prototype } = Node): void {
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const place = child.parentNode === this ? child : placeOf(child, this)
    if (place !== null) removeChild.call(this, place ?? child)
    return child
  }
  prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
    const place = before === null || before.parentNode === this ? before : placeOf(before, this)
    insertBefore.call(this, added, place === undefined ? before : place)
    return added
  }
}

/**
 * The wrapper of a node that was moved out of `parent`; null for a node that was replaced beside others. Undefined where no translator
 * was at work, and the browser's error stands.
 */
function placeOf(node: Node, parent: Node): Node | null | undefined {
  let outer = node
  while (outer.parentNode !== null && outer.parentNode !== parent) outer = outer.parentNode
  if (outer.parentNode === parent) return outer.nodeName === 'FONT' ? outer : undefined
  return [...parent.childNodes].some(({ nodeName }) => nodeName === 'FONT') ? null : undefined
}
