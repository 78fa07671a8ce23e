/** The routes of `src/ui/app.tsx`. No path of the API begins like this. The pages themselves hold no data, so that they need no token. */
export const PAGE_PATHS =
  /^\/(?:$|(?:search|browse|entity|properties|hooks|activity|glossary|domains|products|tags|people|settings|signin|views)(?:\/|$))/;
