/** Clubs without a badge: the name used in this app, then other spellings. */
export const clubAliasTable = `
Queens Park Rangers | QPR
West Bromwich Albion | West Brom, West Bromwich, WBA
Sheffield United | Sheff Utd, Sheff United
Sheffield Wednesday | Sheff Wed, Sheffield Wed
Blackburn Rovers | Blackburn
Preston North End | Preston
Norwich City | Norwich
Swansea City | Swansea
Cardiff City | Cardiff
Coventry City | Coventry
Birmingham City | Birmingham
Derby County | Derby
Stoke City | Stoke
Hull City | Hull
Luton Town | Luton
Charlton Athletic | Charlton
Plymouth Argyle | Plymouth
Willem II | Willem II Tilburg
RKC Waalwijk | RKC
Copenhagen | FC København, København
Slavia Praha | Slavia Prague
Sparta Praha | Sparta Prague
Crvena Zvezda | Red Star Belgrade
Olympiacos | Olympiakos, Olympiacos Piraeus, PAE Olympiakos SFP
Club Brugge | Club Brugge KV, Club Bruges
Ferencváros | Ferencvárosi TC
`;
