"""1930s World Diplomacy: influence, controlled minors, ferries, planes, paratroops."""
